ALTER TABLE "ad_articles" ADD COLUMN "is_named" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "ad_whitelist" ADD COLUMN "is_named" boolean DEFAULT true NOT NULL;