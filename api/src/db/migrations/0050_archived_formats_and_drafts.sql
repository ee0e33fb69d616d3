ALTER TABLE "information" ADD COLUMN "is_draft" boolean;--> statement-breakpoint
ALTER TABLE "formats" ADD COLUMN "status" text DEFAULT 'ACTIVE' NOT NULL;--> statement-breakpoint
CREATE INDEX "creatives_of_format" ON "creatives" USING btree ("format_id");