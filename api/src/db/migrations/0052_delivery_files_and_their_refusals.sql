CREATE TABLE "delivery_refused_lines" (
	"delivery_file_id" bigint NOT NULL,
	"line" bigint NOT NULL,
	"reason" jsonb NOT NULL,
	"raw" text NOT NULL,
	CONSTRAINT "delivery_refused_lines_delivery_file_id_line_pk" PRIMARY KEY("delivery_file_id","line")
);
--> statement-breakpoint
DROP INDEX "delivery_files_once";--> statement-breakpoint
ALTER TABLE "delivery_files" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_files" ADD COLUMN "updated_by" bigint;--> statement-breakpoint
ALTER TABLE "delivery_files" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_files" ADD COLUMN "deleted_by" bigint;--> statement-breakpoint
ALTER TABLE "delivery_files" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "delivery_files" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "delivery_files" ADD COLUMN "name_norm" text;--> statement-breakpoint
ALTER TABLE "delivery_files" ADD COLUMN "size" bigint;--> statement-breakpoint
ALTER TABLE "delivery_files" ADD COLUMN "status" text DEFAULT 'TAKEN' NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_files" ADD COLUMN "rows_gone" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_files_in_place" ON "delivery_files" USING btree ("source","file_hash") WHERE status in ('TAKEN', 'PARTLY');--> statement-breakpoint
-- Nobody counted what went of a file so far; it is counted once, over the index of files.
UPDATE "delivery_files" file SET name_norm = lower(source),
	rows_gone = greatest(0, rows_taken - (SELECT count(*) FROM delivery_facts fact WHERE fact.delivery_file_id = file.id));
--> statement-breakpoint
UPDATE "delivery_files" SET status = CASE WHEN rows_gone >= rows_taken THEN 'REPLACED' WHEN rows_refused > 0 THEN 'PARTLY' ELSE 'TAKEN' END;
