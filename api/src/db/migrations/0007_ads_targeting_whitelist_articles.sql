CREATE TABLE "delivery_totals_ad" (
	"advertiser_account_id" bigint NOT NULL,
	"ad_id" bigint NOT NULL,
	"imps" bigint DEFAULT 0 NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	"cv_click" bigint DEFAULT 0 NOT NULL,
	"cv_view" bigint DEFAULT 0 NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"measured" bigint DEFAULT 0 NOT NULL,
	"viewable" bigint DEFAULT 0 NOT NULL,
	"gross" numeric(18, 6) DEFAULT '0' NOT NULL,
	"media_cost" numeric(18, 6) DEFAULT '0' NOT NULL,
	CONSTRAINT "delivery_totals_ad_advertiser_account_id_ad_id_pk" PRIMARY KEY("advertiser_account_id","ad_id")
);
--> statement-breakpoint
CREATE TABLE "ad_articles" (
	"advertiser_account_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ad_articles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"publisher_group_id" bigint NOT NULL,
	"ad_id" bigint NOT NULL,
	"article_id" bigint NOT NULL,
	"status" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "ad_articles_advertiser_account_id_id_pk" PRIMARY KEY("advertiser_account_id","id")
);
--> statement-breakpoint
CREATE TABLE "ad_whitelist" (
	"advertiser_account_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ad_whitelist_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"publisher_group_id" bigint NOT NULL,
	"ad_id" bigint NOT NULL,
	"medium_id" bigint,
	"space_id" bigint,
	"article_id" bigint,
	"status" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "ad_whitelist_advertiser_account_id_id_pk" PRIMARY KEY("advertiser_account_id","id"),
	CONSTRAINT "ad_whitelist_one_place" CHECK (num_nonnulls("ad_whitelist"."medium_id", "ad_whitelist"."space_id", "ad_whitelist"."article_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"publisher_group_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "articles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"medium_id" bigint NOT NULL,
	"url" text NOT NULL,
	"title" text NOT NULL,
	"name_norm" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "articles_publisher_group_id_id_pk" PRIMARY KEY("publisher_group_id","id")
);
--> statement-breakpoint
ALTER TABLE "ads" ADD COLUMN "product_id" bigint;--> statement-breakpoint
ALTER TABLE "ads" ADD COLUMN "creative_group_id" bigint;--> statement-breakpoint
ALTER TABLE "ads" ADD COLUMN "billing" text;--> statement-breakpoint
ALTER TABLE "ads" ADD COLUMN "weight" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "ads" ADD COLUMN "targeting" jsonb;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "frequency_level" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "frequency_unit" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "frequency_count" integer;--> statement-breakpoint
ALTER TABLE "ad_articles" ADD CONSTRAINT "ad_articles_advertiser_account_id_ad_id_ads_advertiser_account_id_id_fk" FOREIGN KEY ("advertiser_account_id","ad_id") REFERENCES "public"."ads"("advertiser_account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_whitelist" ADD CONSTRAINT "ad_whitelist_advertiser_account_id_ad_id_ads_advertiser_account_id_id_fk" FOREIGN KEY ("advertiser_account_id","ad_id") REFERENCES "public"."ads"("advertiser_account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_publisher_group_id_publisher_groups_id_fk" FOREIGN KEY ("publisher_group_id") REFERENCES "public"."publisher_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_publisher_group_id_medium_id_media_publisher_group_id_id_fk" FOREIGN KEY ("publisher_group_id","medium_id") REFERENCES "public"."media"("publisher_group_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ad_articles_by_id" ON "ad_articles" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "ad_articles_once" ON "ad_articles" USING btree ("advertiser_account_id","ad_id","article_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "ad_articles_of_group" ON "ad_articles" USING btree ("publisher_group_id","article_id");--> statement-breakpoint
CREATE INDEX "ad_whitelist_by_id" ON "ad_whitelist" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "ad_whitelist_once" ON "ad_whitelist" USING btree ("advertiser_account_id","ad_id","medium_id","space_id","article_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "ad_whitelist_of_group" ON "ad_whitelist" USING btree ("publisher_group_id");--> statement-breakpoint
CREATE INDEX "articles_by_id" ON "articles" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "articles_url" ON "articles" USING btree ("publisher_group_id","medium_id","url") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "articles_newest" ON "articles" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "ads_newest" ON "ads" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "ads_of_advertiser" ON "ads" USING btree ("advertiser_account_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "ads_of_product" ON "ads" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "ads_of_creative_group" ON "ads" USING btree ("creative_group_id");