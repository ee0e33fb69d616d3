DROP INDEX "orders_one";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "kind" text DEFAULT 'NEW' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "billing" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "start_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "end_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "landing_url" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "creative_group_id" bigint;--> statement-breakpoint
-- Quantity, price and amount are what was ordered; the rest is taken from the ad as it is now.
UPDATE "orders" SET "billing" = "ads"."billing", "start_at" = "ads"."start_at", "end_at" = "ads"."end_at", "landing_url" = "ads"."landing_url", "creative_group_id" = "ads"."creative_group_id"
FROM "ads" WHERE "ads"."advertiser_account_id" = "orders"."advertiser_account_id" AND "ads"."id" = "orders"."ad_id";--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "start_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "end_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "landing_url" SET NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_change" ON "orders" USING btree ("advertiser_account_id","ad_id") WHERE kind = 'CHANGE' and status in ('DRAFT', 'PENDING_APPROVAL') and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one" ON "orders" USING btree ("advertiser_account_id","ad_id") WHERE kind = 'NEW' and status not in ('CANCELED', 'WITHDRAWN') and deleted_at is null;--> statement-breakpoint
-- What goes beyond its order, or was never ordered, is served no more: the statuses of those ads are worked out again.
INSERT INTO "changed_campaigns" ("advertiser_account_id", "campaign_id")
SELECT DISTINCT "ads"."advertiser_account_id", "ads"."campaign_id" FROM "ads"
LEFT JOIN "orders" ON "orders"."advertiser_account_id" = "ads"."advertiser_account_id" AND "orders"."ad_id" = "ads"."id" AND "orders"."status" = 'APPROVED' AND "orders"."deleted_at" IS NULL
WHERE "ads"."product_id" IS NULL OR "ads"."quantity" IS NULL OR "ads"."quantity" > "orders"."quantity" OR "ads"."budget" <= 0 OR "ads"."budget" > "orders"."amount" OR "ads"."unit_price" <> "orders"."unit_price" OR "ads"."product_id" <> "orders"."product_id";
