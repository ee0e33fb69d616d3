CREATE TABLE "delivery_periods" (
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"advertiser_account_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"ad_id" bigint NOT NULL,
	"creative_id" bigint NOT NULL,
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
	CONSTRAINT "delivery_periods_pk" PRIMARY KEY("campaign_id","first_day","last_day","ad_id","creative_id","advertiser_account_id")
);
--> statement-breakpoint
CREATE INDEX "delivery_periods_by_advertiser" ON "delivery_periods" USING btree ("advertiser_account_id","first_day","last_day");--> statement-breakpoint
CREATE INDEX "delivery_periods_by_days" ON "delivery_periods" USING btree ("first_day","last_day");
--> statement-breakpoint
-- Releases before this one change delivery, and not these sums, which are incomplete then until another pass.
CREATE FUNCTION "delivery_periods_left_out"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('adsite.delivery_periods', true) IS DISTINCT FROM 'kept' THEN
		UPDATE backfills SET alone = false WHERE starts_with(name, 'delivery_period ') AND alone;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "delivery_periods_left_out" AFTER INSERT OR UPDATE OR DELETE ON "delivery_daily_campaign"
	FOR EACH STATEMENT EXECUTE FUNCTION "delivery_periods_left_out"();
