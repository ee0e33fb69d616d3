ALTER TABLE "delivery_files" ADD COLUMN "rates" text;--> statement-breakpoint
ALTER TABLE "delivery_files" ADD COLUMN "ignored_columns" text;