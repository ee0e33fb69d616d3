CREATE TABLE "delivery_ten_day_campaign" (
	"advertiser_account_id" bigint NOT NULL,
	"ten_days" date NOT NULL,
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
	CONSTRAINT "delivery_ten_day_campaign_pk" PRIMARY KEY("advertiser_account_id","ten_days","campaign_id")
);
--> statement-breakpoint
CREATE INDEX "delivery_ten_day_campaign_by_campaign" ON "delivery_ten_day_campaign" USING btree ("campaign_id","ten_days");--> statement-breakpoint
CREATE INDEX "delivery_ten_day_campaign_by_ten_days" ON "delivery_ten_day_campaign" USING btree ("ten_days");--> statement-breakpoint
INSERT INTO "delivery_ten_day_campaign" (advertiser_account_id, ten_days, campaign_id, facts, requests, imps, measured, viewable, clicks, cv_click, cv_view, gross, media_cost)
SELECT advertiser_account_id, date_trunc('month', day)::date + least((extract(day from day)::int - 1) / 10, 2) * 10, campaign_id, sum(facts), sum(requests), sum(imps), sum(measured), sum(viewable), sum(clicks), sum(cv_click), sum(cv_view), sum(gross), sum(media_cost)
FROM delivery_daily_campaign GROUP BY 1, 2, 3;
