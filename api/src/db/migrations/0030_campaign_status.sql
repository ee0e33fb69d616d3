DROP INDEX "campaigns_by_end";--> statement-breakpoint
DROP INDEX "delivery_totals_campaign_by_campaign";--> statement-breakpoint
CREATE INDEX "campaigns_by_end" ON "campaigns" USING btree ("end_at" DESC NULLS LAST,"id" DESC NULLS LAST,"start_at","user_status","advertiser_account_id","lifetime_budget") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "delivery_totals_campaign_by_campaign" ON "delivery_totals_campaign" USING hash ("campaign_id");