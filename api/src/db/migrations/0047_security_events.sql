CREATE TABLE "security_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"outcome" text NOT NULL,
	"user_id" bigint,
	"actor" text,
	"account_id" bigint,
	"role" text,
	"address" text,
	"device" text,
	"target" text,
	"detail" text,
	"occurrences" integer DEFAULT 1 NOT NULL,
	"request_id" text,
	"name_norm" text GENERATED ALWAYS AS (lower(normalize(coalesce(actor, '') || ' ' || coalesce(address, '') || ' ' || coalesce(target, '') || ' ' || coalesce(detail, '') || ' ' || coalesce(request_id, ''), NFKC))) STORED NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "security_events_outcome" CHECK ("security_events"."outcome" in ('DONE', 'REFUSED'))
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "id" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device" text;--> statement-breakpoint
CREATE INDEX "security_events_newest" ON "security_events" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "security_events_of_user" ON "security_events" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_id_unique" UNIQUE("id");
--> statement-breakpoint
CREATE FUNCTION "refuse_early_removal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND OLD.at < now() - interval '30 days' THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'Table % takes new rows only, and keeps them for 30 days', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "security_events_append_only" BEFORE UPDATE OR DELETE ON "security_events"
	FOR EACH ROW EXECUTE FUNCTION "refuse_early_removal"();
--> statement-breakpoint
CREATE TRIGGER "security_events_not_emptied" BEFORE TRUNCATE ON "security_events"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_early_removal"();
