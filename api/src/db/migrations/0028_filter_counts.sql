CREATE INDEX "ads_by_user_status" ON "ads" USING btree ("user_status","advertiser_account_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "ads_by_billing" ON "ads" USING btree ("billing","advertiser_account_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "campaigns_by_goal" ON "campaigns" USING btree ("goal","advertiser_account_id") WHERE deleted_at is null;