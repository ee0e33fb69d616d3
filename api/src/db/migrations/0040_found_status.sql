DROP INDEX "creatives_rejected";--> statement-breakpoint
DROP INDEX "orders_disapproved";--> statement-breakpoint
DROP INDEX "ads_of_campaign";--> statement-breakpoint
-- Nobody asks what ended ads led to: they are not looked at again, and no row is rewritten for them.
ALTER TABLE "ads" ADD COLUMN "found_status" text DEFAULT 'SERVING';--> statement-breakpoint
ALTER TABLE "ads" ALTER COLUMN "found_status" DROP DEFAULT;--> statement-breakpoint
CREATE INDEX "ads_by_found_status" ON "ads" USING btree ("found_status","end_at","campaign_id","advertiser_account_id","start_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "ads_newest_by_found_status" ON "ads" USING btree ("found_status","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "ads_of_advertiser_by_found_status" ON "ads" USING btree ("advertiser_account_id","found_status","end_at","campaign_id","start_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "ads_of_campaign" ON "ads" USING btree ("campaign_id","advertiser_account_id","id");--> statement-breakpoint
-- The site looks at them when it starts.
INSERT INTO "changed_campaigns" (advertiser_account_id, campaign_id)
  SELECT DISTINCT advertiser_account_id, campaign_id FROM "ads" WHERE deleted_at IS NULL AND end_at > now();
