CREATE TABLE "campaign_paces" (
	"advertiser_account_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"through" date DEFAULT '-infinity' NOT NULL,
	"spent" numeric(18, 6),
	"planned" bigint,
	"gap" bigint,
	"ratio" double precision,
	"state" text,
	"daily_to_spend" bigint,
	"runs_out_on" date,
	CONSTRAINT "campaign_paces_pk" PRIMARY KEY("advertiser_account_id","campaign_id")
);
--> statement-breakpoint
CREATE INDEX "campaign_paces_through" ON "campaign_paces" USING btree ("through");--> statement-breakpoint
CREATE INDEX "campaign_paces_of_advertiser_off" ON "campaign_paces" USING btree ("advertiser_account_id",abs("gap") desc) WHERE state <> 'on_pace';--> statement-breakpoint
CREATE INDEX "campaign_paces_off" ON "campaign_paces" USING btree (abs("gap") desc) WHERE state <> 'on_pace';--> statement-breakpoint
CREATE INDEX "campaign_paces_running_out" ON "campaign_paces" USING btree ("runs_out_on") WHERE runs_out_on is not null;--> statement-breakpoint
-- The site works them out within seconds of its start.
INSERT INTO "campaign_paces" ("advertiser_account_id", "campaign_id")
	SELECT "advertiser_account_id", "id" FROM "campaigns" WHERE "end_at" > now() AND "deleted_at" IS NULL;
