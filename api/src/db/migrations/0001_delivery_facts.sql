CREATE TABLE "delivery_facts" (
	"advertiser_account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"hour" smallint,
	"campaign_id" bigint NOT NULL,
	"ad_id" bigint,
	"creative_id" bigint,
	"frame_id" bigint,
	"space_id" bigint,
	"publisher_group_id" bigint,
	"device" text,
	"prefecture" text,
	"imps" bigint DEFAULT 0 NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	"cv_click" bigint DEFAULT 0 NOT NULL,
	"cv_view" bigint DEFAULT 0 NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"measured" bigint DEFAULT 0 NOT NULL,
	"viewable" bigint DEFAULT 0 NOT NULL,
	"gross" numeric(18, 6) DEFAULT 0 NOT NULL,
	"media_cost" numeric(18, 6) DEFAULT 0 NOT NULL,
	"delivery_file_id" bigint,
	CONSTRAINT "delivery_facts_hour" CHECK ("hour" BETWEEN 0 AND 23)
) PARTITION BY RANGE ("day");
--> statement-breakpoint
CREATE INDEX "delivery_facts_of_advertiser" ON "delivery_facts" ("advertiser_account_id", "day");
--> statement-breakpoint
CREATE INDEX "delivery_facts_of_campaign" ON "delivery_facts" ("campaign_id", "day");
--> statement-breakpoint
CREATE INDEX "delivery_facts_of_group" ON "delivery_facts" ("publisher_group_id", "day");
--> statement-breakpoint
CREATE INDEX "delivery_facts_of_file" ON "delivery_facts" ("delivery_file_id");
--> statement-breakpoint
-- One partition per month. There is no default partition: a fact of a month that nobody prepared is an
-- error, and a full default partition would make every later month slow to add.
CREATE FUNCTION "ensure_delivery_partitions"(from_day date, to_day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	month date := date_trunc('month', from_day)::date;
	partition text;
BEGIN
	IF to_day < from_day OR to_day > from_day + 3660 THEN
		RAISE EXCEPTION 'Delivery partitions from % to %: the range must be in order and at most ten years', from_day, to_day;
	END IF;
	WHILE month <= to_day LOOP
		partition := 'delivery_facts_' || to_char(month, 'YYYY_MM');
		IF to_regclass(partition) IS NULL THEN
			PERFORM pg_advisory_xact_lock(hashtext('ensure_delivery_partitions'));
			EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF delivery_facts FOR VALUES FROM (%L) TO (%L)',
				partition, month, (month + interval '1 month')::date);
		END IF;
		month := (month + interval '1 month')::date;
	END LOOP;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'Table % takes new rows only', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE ON "audit_log"
	FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
