DROP INDEX "campaigns_by_end";--> statement-breakpoint
CREATE INDEX "ads_by_end" ON "ads" USING btree ("end_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "ads_by_start" ON "ads" USING btree ("start_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "ads_by_name" ON "ads" USING btree ("name" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "ads_by_budget" ON "ads" USING btree ("budget" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "ads_by_quantity" ON "ads" USING btree ("quantity" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "ads_by_quantity_ascending" ON "ads" USING btree ("quantity","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "ads_by_bigram" ON "ads" USING gin (bigrams(name_norm));--> statement-breakpoint
CREATE INDEX "campaigns_by_start" ON "campaigns" USING btree ("start_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "campaigns_by_name" ON "campaigns" USING btree ("name" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "campaigns_by_budget" ON "campaigns" USING btree ("lifetime_budget" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "campaigns_by_bigram" ON "campaigns" USING gin (bigrams(name_norm));--> statement-breakpoint
CREATE INDEX "campaigns_by_end" ON "campaigns" USING btree ("end_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;