-- Every roll-up anew from the facts: some are new, and all of them count their facts now.
DELETE FROM "delivery_daily";
--> statement-breakpoint
INSERT INTO "delivery_daily" (day, slice, facts, requests, imps, measured, viewable, clicks, cv_click, cv_view, gross, media_cost)
SELECT day, mod(advertiser_account_id, 16)::int, count(*), sum(requests), sum(imps), sum(measured), sum(viewable), sum(clicks), sum(cv_click), sum(cv_view), sum(gross), sum(media_cost)
FROM delivery_facts GROUP BY 1, 2;
--> statement-breakpoint
DELETE FROM "delivery_daily_advertiser";
--> statement-breakpoint
INSERT INTO "delivery_daily_advertiser" (advertiser_account_id, day, facts, requests, imps, measured, viewable, clicks, cv_click, cv_view, gross, media_cost)
SELECT advertiser_account_id, day, count(*), sum(requests), sum(imps), sum(measured), sum(viewable), sum(clicks), sum(cv_click), sum(cv_view), sum(gross), sum(media_cost)
FROM delivery_facts GROUP BY 1, 2;
--> statement-breakpoint
DELETE FROM "delivery_daily_campaign";
--> statement-breakpoint
INSERT INTO "delivery_daily_campaign" (advertiser_account_id, day, campaign_id, facts, requests, imps, measured, viewable, clicks, cv_click, cv_view, gross, media_cost)
SELECT advertiser_account_id, day, campaign_id, count(*), sum(requests), sum(imps), sum(measured), sum(viewable), sum(clicks), sum(cv_click), sum(cv_view), sum(gross), sum(media_cost)
FROM delivery_facts GROUP BY 1, 2, 3;
--> statement-breakpoint
DELETE FROM "delivery_monthly_campaign";
--> statement-breakpoint
INSERT INTO "delivery_monthly_campaign" (advertiser_account_id, month, campaign_id, facts, requests, imps, measured, viewable, clicks, cv_click, cv_view, gross, media_cost)
SELECT advertiser_account_id, date_trunc('month', day)::date, campaign_id, count(*), sum(requests), sum(imps), sum(measured), sum(viewable), sum(clicks), sum(cv_click), sum(cv_view), sum(gross), sum(media_cost)
FROM delivery_facts GROUP BY 1, 2, 3;
--> statement-breakpoint
DELETE FROM "delivery_daily_advertiser_space";
--> statement-breakpoint
INSERT INTO "delivery_daily_advertiser_space" (advertiser_account_id, day, space_id, facts, requests, imps, measured, viewable, clicks, cv_click, cv_view, gross, media_cost)
SELECT advertiser_account_id, day, coalesce(space_id, 0), count(*), sum(requests), sum(imps), sum(measured), sum(viewable), sum(clicks), sum(cv_click), sum(cv_view), sum(gross), sum(media_cost)
FROM delivery_facts GROUP BY 1, 2, 3;
--> statement-breakpoint
DELETE FROM "delivery_totals_ad";
--> statement-breakpoint
INSERT INTO "delivery_totals_ad" (advertiser_account_id, ad_id, facts, requests, imps, measured, viewable, clicks, cv_click, cv_view, gross, media_cost)
SELECT advertiser_account_id, ad_id, count(*), sum(requests), sum(imps), sum(measured), sum(viewable), sum(clicks), sum(cv_click), sum(cv_view), sum(gross), sum(media_cost)
FROM delivery_facts WHERE ad_id is not null GROUP BY 1, 2;
--> statement-breakpoint
DELETE FROM "delivery_daily_space";
--> statement-breakpoint
INSERT INTO "delivery_daily_space" (publisher_group_id, day, space_id, facts, requests, imps, measured, viewable, clicks, cv_click, cv_view, gross, media_cost)
SELECT publisher_group_id, day, space_id, count(*), sum(requests), sum(imps), sum(measured), sum(viewable), sum(clicks), sum(cv_click), sum(cv_view), sum(gross), sum(media_cost)
FROM delivery_facts WHERE publisher_group_id is not null and space_id is not null GROUP BY 1, 2, 3;
