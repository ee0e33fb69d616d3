CREATE TABLE "delivery_daily" (
	"day" date NOT NULL,
	"slice" integer NOT NULL,
	"facts" bigint DEFAULT 0 NOT NULL,
	"imps" bigint DEFAULT 0 NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	"cv_click" bigint DEFAULT 0 NOT NULL,
	"cv_view" bigint DEFAULT 0 NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"measured" bigint DEFAULT 0 NOT NULL,
	"viewable" bigint DEFAULT 0 NOT NULL,
	"gross" numeric(18, 6) DEFAULT '0' NOT NULL,
	"media_cost" numeric(18, 6) DEFAULT '0' NOT NULL,
	CONSTRAINT "delivery_daily_day_slice_pk" PRIMARY KEY("day","slice")
);
--> statement-breakpoint
CREATE TABLE "delivery_daily_advertiser" (
	"advertiser_account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"facts" bigint DEFAULT 0 NOT NULL,
	"imps" bigint DEFAULT 0 NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	"cv_click" bigint DEFAULT 0 NOT NULL,
	"cv_view" bigint DEFAULT 0 NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"measured" bigint DEFAULT 0 NOT NULL,
	"viewable" bigint DEFAULT 0 NOT NULL,
	"gross" numeric(18, 6) DEFAULT '0' NOT NULL,
	"media_cost" numeric(18, 6) DEFAULT '0' NOT NULL,
	CONSTRAINT "delivery_daily_advertiser_advertiser_account_id_day_pk" PRIMARY KEY("advertiser_account_id","day")
);
--> statement-breakpoint
CREATE TABLE "delivery_daily_advertiser_space" (
	"advertiser_account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"space_id" bigint NOT NULL,
	"facts" bigint DEFAULT 0 NOT NULL,
	"imps" bigint DEFAULT 0 NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	"cv_click" bigint DEFAULT 0 NOT NULL,
	"cv_view" bigint DEFAULT 0 NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"measured" bigint DEFAULT 0 NOT NULL,
	"viewable" bigint DEFAULT 0 NOT NULL,
	"gross" numeric(18, 6) DEFAULT '0' NOT NULL,
	"media_cost" numeric(18, 6) DEFAULT '0' NOT NULL,
	CONSTRAINT "delivery_daily_advertiser_space_pk" PRIMARY KEY("advertiser_account_id","day","space_id")
);
--> statement-breakpoint
CREATE TABLE "delivery_monthly_campaign" (
	"advertiser_account_id" bigint NOT NULL,
	"month" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"facts" bigint DEFAULT 0 NOT NULL,
	"imps" bigint DEFAULT 0 NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	"cv_click" bigint DEFAULT 0 NOT NULL,
	"cv_view" bigint DEFAULT 0 NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"measured" bigint DEFAULT 0 NOT NULL,
	"viewable" bigint DEFAULT 0 NOT NULL,
	"gross" numeric(18, 6) DEFAULT '0' NOT NULL,
	"media_cost" numeric(18, 6) DEFAULT '0' NOT NULL,
	CONSTRAINT "delivery_monthly_campaign_pk" PRIMARY KEY("advertiser_account_id","month","campaign_id")
);
--> statement-breakpoint
ALTER TABLE "delivery_daily_campaign" ADD COLUMN "facts" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_space" ADD COLUMN "facts" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_files" ADD COLUMN "rows_replaced" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_totals_ad" ADD COLUMN "facts" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "delivery_monthly_campaign_by_campaign" ON "delivery_monthly_campaign" USING btree ("campaign_id","month");--> statement-breakpoint
CREATE INDEX "delivery_monthly_campaign_by_month" ON "delivery_monthly_campaign" USING btree ("month");