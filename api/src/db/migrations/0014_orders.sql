CREATE TABLE "orders" (
	"advertiser_account_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"campaign_id" bigint NOT NULL,
	"ad_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_norm" text NOT NULL,
	"quantity" bigint NOT NULL,
	"unit_price" numeric(18, 6) NOT NULL,
	"amount" numeric(18, 6) NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "orders_advertiser_account_id_id_pk" PRIMARY KEY("advertiser_account_id","id")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_advertiser_account_id_accounts_id_fk" FOREIGN KEY ("advertiser_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_ad" FOREIGN KEY ("advertiser_account_id","ad_id") REFERENCES "public"."ads"("advertiser_account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_by_id" ON "orders" USING btree ("id");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_of_advertiser" ON "orders" USING btree ("advertiser_account_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_of_campaign" ON "orders" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "orders_pending" ON "orders" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'PENDING_APPROVAL' and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one" ON "orders" USING btree ("advertiser_account_id","ad_id","product_id") WHERE status <> 'CANCELED' and deleted_at is null;