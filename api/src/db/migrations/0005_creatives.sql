CREATE TABLE "creative_groups" (
	"advertiser_account_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "creative_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"name_norm" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "creative_groups_advertiser_account_id_id_pk" PRIMARY KEY("advertiser_account_id","id")
);
--> statement-breakpoint
CREATE TABLE "creative_materials" (
	"advertiser_account_id" bigint NOT NULL,
	"creative_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "creative_materials_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"storage_name" text NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "creative_materials_advertiser_account_id_creative_id_id_pk" PRIMARY KEY("advertiser_account_id","creative_id","id")
);
--> statement-breakpoint
CREATE TABLE "creative_revisions" (
	"advertiser_account_id" bigint NOT NULL,
	"creative_id" bigint NOT NULL,
	"revision" integer NOT NULL,
	"content" jsonb NOT NULL,
	"applied_by" bigint,
	"applied_at" timestamp with time zone DEFAULT now() NOT NULL,
	"result" text,
	"reviewed_by" bigint,
	"reviewed_at" timestamp with time zone,
	CONSTRAINT "creative_revisions_advertiser_account_id_creative_id_revision_pk" PRIMARY KEY("advertiser_account_id","creative_id","revision")
);
--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "creative_group_id" bigint;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "headline" text;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "description" text;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "principal" text;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "button_text" text;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "landing_url" text;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "beacons" text[];--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "status" text DEFAULT 'DRAFT' NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "user_status" text DEFAULT 'ACTIVE' NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "serving_revision" integer;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "review_reason_code" text;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "review_reason" text;--> statement-breakpoint
-- Creatives that were there before groups were: one group for each advertiser.
INSERT INTO "creative_groups" ("advertiser_account_id", "name", "name_norm")
SELECT DISTINCT "advertiser_account_id", '未分類', '未分類' FROM "creatives";--> statement-breakpoint
UPDATE "creatives" SET "creative_group_id" = "creative_groups"."id" FROM "creative_groups"
WHERE "creative_groups"."advertiser_account_id" = "creatives"."advertiser_account_id";--> statement-breakpoint
ALTER TABLE "creatives" ALTER COLUMN "creative_group_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "creative_groups" ADD CONSTRAINT "creative_groups_advertiser_account_id_accounts_id_fk" FOREIGN KEY ("advertiser_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creative_materials" ADD CONSTRAINT "creative_materials_creative" FOREIGN KEY ("advertiser_account_id","creative_id") REFERENCES "public"."creatives"("advertiser_account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creative_revisions" ADD CONSTRAINT "creative_revisions_creative" FOREIGN KEY ("advertiser_account_id","creative_id") REFERENCES "public"."creatives"("advertiser_account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "creative_groups_by_id" ON "creative_groups" USING btree ("id");--> statement-breakpoint
CREATE INDEX "creative_groups_newest" ON "creative_groups" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "creative_groups_of_advertiser" ON "creative_groups" USING btree ("advertiser_account_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "creative_materials_by_id" ON "creative_materials" USING btree ("id");--> statement-breakpoint
ALTER TABLE "creatives" ADD CONSTRAINT "creatives_group" FOREIGN KEY ("advertiser_account_id","creative_group_id") REFERENCES "public"."creative_groups"("advertiser_account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "creatives_newest" ON "creatives" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "creatives_of_group" ON "creatives" USING btree ("advertiser_account_id","creative_group_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "creatives_applied" ON "creatives" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'APPLIED' and deleted_at is null;--> statement-breakpoint
ALTER TABLE "creatives" ADD CONSTRAINT "creatives_serving" CHECK ("creatives"."serving_revision" <= "creatives"."revision");