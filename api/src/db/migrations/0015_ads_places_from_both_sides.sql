DROP INDEX "ad_whitelist_once";--> statement-breakpoint
CREATE UNIQUE INDEX "ad_whitelist_medium" ON "ad_whitelist" USING btree ("advertiser_account_id","ad_id","medium_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "ad_whitelist_space" ON "ad_whitelist" USING btree ("advertiser_account_id","ad_id","space_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "ad_whitelist_article" ON "ad_whitelist" USING btree ("advertiser_account_id","ad_id","article_id") WHERE deleted_at is null;