-- States are written in capitals, as everywhere else.
UPDATE "media" SET "status" = upper("status") WHERE "status" <> upper("status");
--> statement-breakpoint
UPDATE "frames" SET "status" = upper("status") WHERE "status" <> upper("status");
--> statement-breakpoint
-- Periods of one group, or of one medium of it, never overlap (DOMAIN "revenue share"), however many are added at
-- once. Ids stand as ranges of one number: ranges can be compared in a GiST index without an extension.
ALTER TABLE "revenue_shares" ADD CONSTRAINT "revenue_shares_no_overlap" EXCLUDE USING gist (
	int8range("publisher_group_id", "publisher_group_id", '[]') WITH &&,
	int8range(coalesce("medium_id", 0), coalesce("medium_id", 0), '[]') WITH &&,
	daterange("valid_from", "valid_to", '[]') WITH &&
) WHERE ("deleted_at" IS NULL);
