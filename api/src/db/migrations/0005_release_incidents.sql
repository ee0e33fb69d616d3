CREATE TABLE "release_incidents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "release_incidents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"unit" text NOT NULL,
	"build" text NOT NULL,
	"outcome" text NOT NULL,
	"since" integer NOT NULL,
	"details" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail_jobs" ADD COLUMN "incident_id" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "release_incidents_once" ON "release_incidents" USING btree ("unit","build","outcome","since");--> statement-breakpoint
CREATE INDEX "release_incidents_by_age" ON "release_incidents" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "mail_jobs" ADD CONSTRAINT "mail_jobs_incident_id_release_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."release_incidents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_jobs_of_incident" ON "mail_jobs" USING btree ("incident_id");