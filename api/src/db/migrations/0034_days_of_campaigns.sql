-- Filled anew, out of the days: sums alone do not tell them.
DELETE FROM "delivery_totals_campaign";--> statement-breakpoint
ALTER TABLE "delivery_totals_campaign" ADD COLUMN "first_day" date NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_totals_campaign" ADD COLUMN "last_day" date NOT NULL;--> statement-breakpoint
INSERT INTO "delivery_totals_campaign" (advertiser_account_id, campaign_id, first_day, last_day, facts, requests, imps, measured, viewable, clicks, cv_click, cv_view, gross, media_cost)
SELECT advertiser_account_id, campaign_id, min(day), max(day), sum(facts), sum(requests), sum(imps), sum(measured), sum(viewable), sum(clicks), sum(cv_click), sum(cv_view), sum(gross), sum(media_cost)
FROM delivery_daily_campaign GROUP BY 1, 2;
