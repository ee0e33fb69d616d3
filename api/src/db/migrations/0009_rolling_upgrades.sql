CREATE TABLE "backfills" (
	"name" text PRIMARY KEY NOT NULL,
	"since" integer NOT NULL,
	"position" text,
	"progress" integer DEFAULT 0 NOT NULL,
	"alone" boolean DEFAULT true NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "schema_floor" (
	"version" integer PRIMARY KEY NOT NULL
);

--> statement-breakpoint
INSERT INTO "schema_floor" ("version") VALUES (0);
--> statement-breakpoint
-- What is stored follows the present rules, but for the paces of what releases before 0008 settle until they are gone.
INSERT INTO "backfills" ("name", "since", "progress", "alone", "finished_at") VALUES
	('statuses', 8, 100, NOT EXISTS (SELECT FROM campaigns), now()), ('searched_names', 0, 100, true, now());
--> statement-breakpoint
-- Called by a migration after which code with less than `needed` migrations no longer works (docs/operations/database.md).
-- Processes name their version of the schema in the name of their connections (db/connect.ts).
CREATE FUNCTION "require_schema_version"(needed integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	former text;
BEGIN
	SELECT string_agg(DISTINCT application_name, ', ') INTO former FROM pg_stat_activity
	WHERE datname = current_database() AND pid <> pg_backend_pid() AND substring(application_name FROM '^adsite/(\d+) ')::integer < needed;
	IF former IS NOT NULL THEN
		RAISE EXCEPTION 'Processes of a former release are connected (%): this migration takes away what they use.', former
			USING ERRCODE = 'object_in_use';
	END IF;
	UPDATE schema_floor SET version = greatest(version, needed);
END
$$;
