CREATE TABLE "delivery_totals_campaign" (
	"advertiser_account_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"facts" bigint DEFAULT 0 NOT NULL,
	"imps" bigint DEFAULT 0 NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	"cv_click" bigint DEFAULT 0 NOT NULL,
	"cv_view" bigint DEFAULT 0 NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"measured" bigint DEFAULT 0 NOT NULL,
	"viewable" bigint DEFAULT 0 NOT NULL,
	"gross" numeric(18, 6) DEFAULT '0' NOT NULL,
	"media_cost" numeric(18, 6) DEFAULT '0' NOT NULL,
	CONSTRAINT "delivery_totals_campaign_pk" PRIMARY KEY("advertiser_account_id","campaign_id")
);
--> statement-breakpoint
CREATE INDEX "delivery_totals_campaign_by_campaign" ON "delivery_totals_campaign" USING btree ("campaign_id");--> statement-breakpoint
INSERT INTO "delivery_totals_campaign" (advertiser_account_id, campaign_id, facts, requests, imps, measured, viewable, clicks, cv_click, cv_view, gross, media_cost)
SELECT advertiser_account_id, campaign_id, sum(facts), sum(requests), sum(imps), sum(measured), sum(viewable), sum(clicks), sum(cv_click), sum(cv_view), sum(gross), sum(media_cost)
FROM delivery_monthly_campaign GROUP BY 1, 2;
