CREATE TABLE "delivery_period_ads" (
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"advertiser_account_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"ad_id" bigint NOT NULL,
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
	CONSTRAINT "delivery_period_ads_pk" PRIMARY KEY("ad_id","first_day","last_day","campaign_id","advertiser_account_id")
);
--> statement-breakpoint
CREATE TABLE "delivery_period_creatives" (
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"advertiser_account_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
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
	CONSTRAINT "delivery_period_creatives_pk" PRIMARY KEY("creative_id","first_day","last_day","campaign_id","advertiser_account_id")
);
--> statement-breakpoint
CREATE TABLE "plan_sums" (
	"records" text NOT NULL,
	"advertiser_account_id" bigint NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"budget" numeric DEFAULT '0' NOT NULL,
	"budgeted" bigint DEFAULT 0 NOT NULL,
	"gross" numeric DEFAULT '0' NOT NULL,
	"spent" numeric DEFAULT '0' NOT NULL,
	"planned" numeric DEFAULT '0' NOT NULL,
	"rated" bigint DEFAULT 0 NOT NULL,
	"forecast" numeric DEFAULT '0' NOT NULL,
	"forecasts" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "delivery_period_ads_by_advertiser" ON "delivery_period_ads" USING btree ("advertiser_account_id","first_day","last_day");--> statement-breakpoint
CREATE INDEX "delivery_period_ads_by_days" ON "delivery_period_ads" USING btree ("first_day","last_day");--> statement-breakpoint
CREATE INDEX "delivery_period_creatives_by_advertiser" ON "delivery_period_creatives" USING btree ("advertiser_account_id","first_day","last_day");--> statement-breakpoint
CREATE INDEX "delivery_period_creatives_by_days" ON "delivery_period_creatives" USING btree ("first_day","last_day");--> statement-breakpoint
CREATE INDEX "plan_sums_of_advertiser" ON "plan_sums" USING btree ("records","advertiser_account_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "ad_paces_spending" ON "ad_paces" USING btree ("state","advertiser_account_id","ad_id") WHERE spent > 0;
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
--> statement-breakpoint
-- The sums of a database without campaigns are complete; a pass completes others (pace/plan-sums.ts).
INSERT INTO "backfills" ("name", "since", "progress", "alone", "finished_at")
	SELECT 'plan_sums', 28, 100, true, now() WHERE NOT EXISTS (SELECT FROM "campaigns");
--> statement-breakpoint
-- Adds what a statement has changed of some sums. Arguments: the records, the state of a row, and columns of plan_sums with their
-- sums over the changed rows, of which a `sign` of 1 comes and one of -1 goes.
CREATE FUNCTION "plan_sums_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed text := CASE TG_OP
		WHEN 'INSERT' THEN 'SELECT 1 AS sign, * FROM new_rows'
		WHEN 'DELETE' THEN 'SELECT -1 AS sign, * FROM old_rows'
		ELSE 'SELECT 1 AS sign, * FROM new_rows UNION ALL SELECT -1, * FROM old_rows' END;
	nothing text := array_to_string(array_fill('0'::text, ARRAY[cardinality(string_to_array(TG_ARGV[2], ','))]), ',');
BEGIN
	EXECUTE format('INSERT INTO plan_sums (records, advertiser_account_id, state, %s)
		SELECT %L, advertiser_account_id, %s, %s FROM (%s) AS changed GROUP BY 1, 2, 3 HAVING ROW(%s) <> ROW(%s)',
		TG_ARGV[2], TG_ARGV[0], TG_ARGV[1], TG_ARGV[3], changed, TG_ARGV[3], nothing);
	RETURN NULL;
END
$$;
--> statement-breakpoint
DO $do$
DECLARE
	kept record;
	budget_sums text := $$coalesce(sum(sign * %1$s) FILTER (WHERE deleted_at IS NULL), 0),
		coalesce(sum(sign) FILTER (WHERE deleted_at IS NULL AND %1$s <> 0), 0)$$;
	pace_sums text := $$coalesce(sum(sign * spent) FILTER (WHERE ratio IS NOT NULL), 0), coalesce(sum(sign * planned) FILTER (WHERE ratio IS NOT NULL), 0),
		coalesce(sum(sign) FILTER (WHERE ratio IS NOT NULL), 0), coalesce(sum(sign * forecast), 0), coalesce(sum(sign) FILTER (WHERE forecast IS NOT NULL), 0)$$;
BEGIN
	FOR kept IN SELECT * FROM (VALUES
		('campaigns', 'campaigns', $$''$$, 'budget, budgeted', format(budget_sums, 'lifetime_budget')),
		('ads', 'ads', $$''$$, 'budget, budgeted', format(budget_sums, 'budget')),
		('delivery_totals_campaign', 'campaigns', $$''$$, 'gross', 'sum(sign * gross)'),
		('delivery_totals_ad', 'ads', $$''$$, 'gross', 'sum(sign * gross)'),
		('campaign_paces', 'campaigns', $$coalesce(state, '')$$, 'spent, planned, rated, forecast, forecasts', pace_sums),
		('ad_paces', 'ads', $$coalesce(state, '')$$, 'spent, planned, rated, forecast, forecasts', pace_sums)
	) AS rules (source, records, state, columns, sums) LOOP
		EXECUTE format('CREATE TRIGGER plan_sums_inserted AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows
			FOR EACH STATEMENT EXECUTE FUNCTION plan_sums_changed(%L, %L, %L, %L)', kept.source, kept.records, kept.state, kept.columns, kept.sums);
		EXECUTE format('CREATE TRIGGER plan_sums_updated AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
			FOR EACH STATEMENT EXECUTE FUNCTION plan_sums_changed(%L, %L, %L, %L)', kept.source, kept.records, kept.state, kept.columns, kept.sums);
		EXECUTE format('CREATE TRIGGER plan_sums_deleted AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows
			FOR EACH STATEMENT EXECUTE FUNCTION plan_sums_changed(%L, %L, %L, %L)', kept.source, kept.records, kept.state, kept.columns, kept.sums);
	END LOOP;
END
$do$;
