CREATE INDEX IF NOT EXISTS "delivery_facts_without_ad" ON "delivery_facts" ("advertiser_account_id", "day") WHERE ad_id is null;
