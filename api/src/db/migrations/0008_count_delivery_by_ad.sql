-- What was delivered before the totals by ad were kept. Nobody adds facts while it is counted.
LOCK TABLE "delivery_facts" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
DELETE FROM "delivery_totals_ad";--> statement-breakpoint
INSERT INTO "delivery_totals_ad" ("advertiser_account_id", "ad_id", "imps", "clicks", "cv_click", "cv_view", "requests", "measured", "viewable", "gross", "media_cost")
SELECT "advertiser_account_id", "ad_id", sum("imps"), sum("clicks"), sum("cv_click"), sum("cv_view"), sum("requests"), sum("measured"), sum("viewable"), sum("gross"), sum("media_cost")
FROM "delivery_facts" WHERE "ad_id" IS NOT NULL
GROUP BY "advertiser_account_id", "ad_id";
