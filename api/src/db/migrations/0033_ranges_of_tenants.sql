DROP INDEX "ads_by_start";--> statement-breakpoint
DROP INDEX "ads_by_budget";--> statement-breakpoint
DROP INDEX "campaigns_by_start";--> statement-breakpoint
DROP INDEX "campaigns_by_budget";--> statement-breakpoint
CREATE INDEX "ads_by_start" ON "ads" USING btree ("start_at" DESC NULLS LAST,"id" DESC NULLS LAST,"advertiser_account_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "ads_by_budget" ON "ads" USING btree ("budget" DESC NULLS LAST,"id" DESC NULLS LAST,"advertiser_account_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "campaigns_by_start" ON "campaigns" USING btree ("start_at" DESC NULLS LAST,"id" DESC NULLS LAST,"advertiser_account_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "campaigns_by_budget" ON "campaigns" USING btree ("lifetime_budget" DESC NULLS LAST,"id" DESC NULLS LAST,"advertiser_account_id") WHERE deleted_at is null;