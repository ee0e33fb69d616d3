CREATE TABLE "delivery_period_campaigns" (
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"advertiser_account_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"facts" bigint DEFAULT 0 NOT NULL,
	"unknown_clicks" integer DEFAULT 0 NOT NULL,
	"unknown_cv_click" integer DEFAULT 0 NOT NULL,
	"unknown_cv_view" integer DEFAULT 0 NOT NULL,
	"unknown_requests" integer DEFAULT 0 NOT NULL,
	"unknown_measured" integer DEFAULT 0 NOT NULL,
	"unknown_viewable" integer DEFAULT 0 NOT NULL,
	"unknown_media_cost" integer DEFAULT 0 NOT NULL,
	"imps" bigint DEFAULT 0 NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	"cv_click" bigint DEFAULT 0 NOT NULL,
	"cv_view" bigint DEFAULT 0 NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"measured" bigint DEFAULT 0 NOT NULL,
	"viewable" bigint DEFAULT 0 NOT NULL,
	"gross" numeric(18, 6) DEFAULT '0' NOT NULL,
	"media_cost" numeric(18, 6) DEFAULT '0' NOT NULL,
	CONSTRAINT "delivery_period_campaigns_pk" PRIMARY KEY("campaign_id","first_day","last_day","advertiser_account_id")
);
--> statement-breakpoint
CREATE TABLE "delivery_period_spaces" (
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"publisher_group_id" bigint NOT NULL,
	"space_id" bigint NOT NULL,
	"facts" bigint DEFAULT 0 NOT NULL,
	"unknown_clicks" integer DEFAULT 0 NOT NULL,
	"unknown_cv_click" integer DEFAULT 0 NOT NULL,
	"unknown_cv_view" integer DEFAULT 0 NOT NULL,
	"unknown_requests" integer DEFAULT 0 NOT NULL,
	"unknown_measured" integer DEFAULT 0 NOT NULL,
	"unknown_viewable" integer DEFAULT 0 NOT NULL,
	"unknown_media_cost" integer DEFAULT 0 NOT NULL,
	"imps" bigint DEFAULT 0 NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	"cv_click" bigint DEFAULT 0 NOT NULL,
	"cv_view" bigint DEFAULT 0 NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"measured" bigint DEFAULT 0 NOT NULL,
	"viewable" bigint DEFAULT 0 NOT NULL,
	"gross" numeric(18, 6) DEFAULT '0' NOT NULL,
	"media_cost" numeric(18, 6) DEFAULT '0' NOT NULL,
	CONSTRAINT "delivery_period_spaces_pk" PRIMARY KEY("space_id","first_day","last_day","publisher_group_id")
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_campaigns_by_advertiser" ON "delivery_period_campaigns" USING btree ("advertiser_account_id","first_day","last_day");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_campaigns_by_days" ON "delivery_period_campaigns" USING btree ("first_day","last_day");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_campaigns_by_imps" ON "delivery_period_campaigns" USING btree ("first_day","last_day",("imps"),"campaign_id") WHERE last_day - first_day >= 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_campaigns_by_clicks" ON "delivery_period_campaigns" USING btree ("first_day","last_day",(case when "unknown_clicks" = 0 then "clicks" end),"campaign_id") WHERE last_day - first_day >= 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_campaigns_by_conversions" ON "delivery_period_campaigns" USING btree ("first_day","last_day",(case when "unknown_cv_click" = 0 then "cv_click" end),"campaign_id") WHERE last_day - first_day >= 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_campaigns_by_gross" ON "delivery_period_campaigns" USING btree ("first_day","last_day",("gross"),"campaign_id") WHERE last_day - first_day >= 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_campaigns_by_media_cost" ON "delivery_period_campaigns" USING btree ("first_day","last_day",(case when "unknown_media_cost" = 0 then "media_cost" end),"campaign_id") WHERE last_day - first_day >= 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_campaigns_by_ctr" ON "delivery_period_campaigns" USING btree ("first_day","last_day",(round((case when "unknown_clicks" = 0 then "clicks" end)::numeric * 100 / nullif("imps", 0), 6)),"campaign_id") WHERE last_day - first_day >= 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_campaigns_by_cvr" ON "delivery_period_campaigns" USING btree ("first_day","last_day",(round((case when "unknown_cv_click" = 0 then "cv_click" end)::numeric * 100 / nullif(case when "unknown_clicks" = 0 then "clicks" end, 0), 6)),"campaign_id") WHERE last_day - first_day >= 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_campaigns_by_ecpm" ON "delivery_period_campaigns" USING btree ("first_day","last_day",(round(("gross")::numeric * 1000 / nullif("imps", 0), 6)),"campaign_id") WHERE last_day - first_day >= 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_campaigns_by_cpc" ON "delivery_period_campaigns" USING btree ("first_day","last_day",(round(("gross")::numeric * 1 / nullif(case when "unknown_clicks" = 0 then "clicks" end, 0), 6)),"campaign_id") WHERE last_day - first_day >= 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_campaigns_by_cpa" ON "delivery_period_campaigns" USING btree ("first_day","last_day",(round(("gross")::numeric * 1 / nullif(case when "unknown_cv_click" = 0 then "cv_click" end, 0), 6)),"campaign_id") WHERE last_day - first_day >= 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_campaigns_by_margin" ON "delivery_period_campaigns" USING btree ("first_day","last_day",(round(("gross" - (case when "unknown_media_cost" = 0 then "media_cost" end))::numeric * 100 / nullif("gross", 0), 6)),"campaign_id") WHERE last_day - first_day >= 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_spaces_by_days" ON "delivery_period_spaces" USING btree ("first_day","last_day");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_ads_by_imps" ON "delivery_period_ads" USING btree ("first_day","last_day",("imps"),"ad_id") WHERE last_day - first_day >= 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_ads_by_clicks" ON "delivery_period_ads" USING btree ("first_day","last_day",(case when "unknown_clicks" = 0 then "clicks" end),"ad_id") WHERE last_day - first_day >= 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_ads_by_conversions" ON "delivery_period_ads" USING btree ("first_day","last_day",(case when "unknown_cv_click" = 0 then "cv_click" end),"ad_id") WHERE last_day - first_day >= 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_ads_by_gross" ON "delivery_period_ads" USING btree ("first_day","last_day",("gross"),"ad_id") WHERE last_day - first_day >= 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_ads_by_media_cost" ON "delivery_period_ads" USING btree ("first_day","last_day",(case when "unknown_media_cost" = 0 then "media_cost" end),"ad_id") WHERE last_day - first_day >= 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_ads_by_ctr" ON "delivery_period_ads" USING btree ("first_day","last_day",(round((case when "unknown_clicks" = 0 then "clicks" end)::numeric * 100 / nullif("imps", 0), 6)),"ad_id") WHERE last_day - first_day >= 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_ads_by_cvr" ON "delivery_period_ads" USING btree ("first_day","last_day",(round((case when "unknown_cv_click" = 0 then "cv_click" end)::numeric * 100 / nullif(case when "unknown_clicks" = 0 then "clicks" end, 0), 6)),"ad_id") WHERE last_day - first_day >= 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_ads_by_ecpm" ON "delivery_period_ads" USING btree ("first_day","last_day",(round(("gross")::numeric * 1000 / nullif("imps", 0), 6)),"ad_id") WHERE last_day - first_day >= 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_ads_by_cpc" ON "delivery_period_ads" USING btree ("first_day","last_day",(round(("gross")::numeric * 1 / nullif(case when "unknown_clicks" = 0 then "clicks" end, 0), 6)),"ad_id") WHERE last_day - first_day >= 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_ads_by_cpa" ON "delivery_period_ads" USING btree ("first_day","last_day",(round(("gross")::numeric * 1 / nullif(case when "unknown_cv_click" = 0 then "cv_click" end, 0), 6)),"ad_id") WHERE last_day - first_day >= 31;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_period_ads_by_margin" ON "delivery_period_ads" USING btree ("first_day","last_day",(round(("gross" - (case when "unknown_media_cost" = 0 then "media_cost" end))::numeric * 100 / nullif("gross", 0), 6)),"ad_id") WHERE last_day - first_day >= 31;
--> statement-breakpoint
-- The release before this one keeps only the sums by ad and creative, and says so in another word.
CREATE OR REPLACE FUNCTION "delivery_periods_left_out"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('adsite.delivery_periods', true) IS DISTINCT FROM 'all' THEN
		UPDATE backfills SET alone = false WHERE starts_with(name, 'delivery_period ') AND alone;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- A new period is unknown to the planner until these tables are analyzed, which only their owner may do.
CREATE FUNCTION "analyze_delivery_periods"() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
	ANALYZE delivery_period_ads, delivery_period_creatives, delivery_period_campaigns, delivery_period_spaces;
END
$$;
--> statement-breakpoint
-- First and last day belong together: without these, few rows are expected of a period that has a tenth of the table.
DO $do$
DECLARE
	kept text;
BEGIN
	FOREACH kept IN ARRAY ARRAY['ads', 'creatives', 'campaigns', 'spaces'] LOOP
		EXECUTE format('CREATE STATISTICS %I (mcv) ON first_day, last_day FROM %I', 'delivery_period_' || kept || '_days', 'delivery_period_' || kept);
	END LOOP;
END
$do$;
