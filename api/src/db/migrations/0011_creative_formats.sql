DROP INDEX "creative_materials_by_id";--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "format_id" bigint;--> statement-breakpoint
ALTER TABLE "creatives" ADD CONSTRAINT "creatives_format_id_formats_id_fk" FOREIGN KEY ("format_id") REFERENCES "public"."formats"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "creative_materials_of_creative" ON "creative_materials" USING btree ("creative_id","id");