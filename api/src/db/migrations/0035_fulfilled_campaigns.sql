CREATE TABLE "changed_campaigns" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "changed_campaigns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"advertiser_account_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	CONSTRAINT "changed_campaigns_pk" PRIMARY KEY("advertiser_account_id","id")
);
--> statement-breakpoint
CREATE TABLE "fulfilled_campaigns" (
	"advertiser_account_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	CONSTRAINT "fulfilled_campaigns_pk" PRIMARY KEY("advertiser_account_id","campaign_id")
);
--> statement-breakpoint
CREATE INDEX "changed_campaigns_by_campaign" ON "changed_campaigns" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "changed_campaigns_by_id" ON "changed_campaigns" USING btree ("id");--> statement-breakpoint
-- The site looks at them when it starts.
INSERT INTO "changed_campaigns" (advertiser_account_id, campaign_id) SELECT advertiser_account_id, campaign_id FROM "delivery_totals_campaign";
