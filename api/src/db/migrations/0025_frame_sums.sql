CREATE TABLE "delivery_daily_frame" (
	"publisher_group_id" bigint NOT NULL,
	"day" date NOT NULL,
	"space_id" bigint NOT NULL,
	"frame_id" bigint NOT NULL,
	"device" text NOT NULL,
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
	CONSTRAINT "delivery_daily_frame_pk" PRIMARY KEY("publisher_group_id","day","space_id","frame_id","device")
);
--> statement-breakpoint
CREATE INDEX "delivery_daily_frame_by_day" ON "delivery_daily_frame" USING btree ("day");--> statement-breakpoint
-- The sums of a database without delivery are complete; others are filled from the facts (delivery/roll-up/frame-sums.ts).
INSERT INTO "backfills" ("name", "since", "progress", "alone", "finished_at")
	SELECT 'frame_sums', 25, 100, true, now() WHERE NOT EXISTS (SELECT FROM "delivery_facts");
--> statement-breakpoint
-- Releases before this one change the sums by space, and not those by frame, which are incomplete then until another pass.
CREATE FUNCTION "frame_sums_left_out"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('adsite.frame_sums', true) IS DISTINCT FROM 'kept' THEN
		UPDATE backfills SET alone = false WHERE name = 'frame_sums' AND alone;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "frame_sums_left_out" AFTER INSERT OR UPDATE OR DELETE ON "delivery_daily_space"
	FOR EACH STATEMENT EXECUTE FUNCTION "frame_sums_left_out"();
