CREATE TABLE "formats" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "formats_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"name_norm" text NOT NULL,
	"kind" text NOT NULL,
	"width" integer,
	"height" integer,
	"file_types" text[],
	"max_bytes" integer,
	"headline_max" integer,
	"description_max" integer,
	"principal_max" integer,
	"button_max" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "product_formats" (
	"product_id" bigint NOT NULL,
	"format_id" bigint NOT NULL,
	CONSTRAINT "product_formats_product_id_format_id_pk" PRIMARY KEY("product_id","format_id")
);
--> statement-breakpoint
CREATE TABLE "product_spaces" (
	"product_id" bigint NOT NULL,
	"space_id" bigint NOT NULL,
	CONSTRAINT "product_spaces_product_id_space_id_pk" PRIMARY KEY("product_id","space_id")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"name_norm" text NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"billing" text NOT NULL,
	"unit_price" numeric(18, 6) NOT NULL,
	"min_quantity" bigint NOT NULL,
	"sale_from" date NOT NULL,
	"sale_to" date,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "products_sale" CHECK ("products"."sale_to" >= "products"."sale_from")
);
--> statement-breakpoint
CREATE TABLE "format_settings" (
	"publisher_group_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "format_settings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"space_id" bigint NOT NULL,
	"format_id" bigint NOT NULL,
	"enabled" boolean NOT NULL,
	"template" text NOT NULL,
	"floor_price" numeric(18, 6),
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "format_settings_publisher_group_id_id_pk" PRIMARY KEY("publisher_group_id","id")
);
--> statement-breakpoint
CREATE TABLE "revenue_shares" (
	"publisher_group_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "revenue_shares_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"medium_id" bigint,
	"rate" numeric(5, 3) NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "revenue_shares_publisher_group_id_id_pk" PRIMARY KEY("publisher_group_id","id"),
	CONSTRAINT "revenue_shares_period" CHECK ("revenue_shares"."valid_to" >= "revenue_shares"."valid_from"),
	CONSTRAINT "revenue_shares_rate" CHECK ("revenue_shares"."rate" >= 0)
);
--> statement-breakpoint
ALTER TABLE "frames" ALTER COLUMN "status" SET DEFAULT 'PREPARING';--> statement-breakpoint
ALTER TABLE "media" ALTER COLUMN "domain" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ALTER COLUMN "status" SET DEFAULT 'ACTIVE';--> statement-breakpoint
ALTER TABLE "frames" ADD COLUMN "blocked_categories" text[];--> statement-breakpoint
ALTER TABLE "frames" ADD COLUMN "stop_reason" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "app_id" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "categories" text[];--> statement-breakpoint
ALTER TABLE "spaces" ADD COLUMN "blocked_categories" text[];--> statement-breakpoint
ALTER TABLE "product_formats" ADD CONSTRAINT "product_formats_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_formats" ADD CONSTRAINT "product_formats_format_id_formats_id_fk" FOREIGN KEY ("format_id") REFERENCES "public"."formats"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_spaces" ADD CONSTRAINT "product_spaces_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "format_settings" ADD CONSTRAINT "format_settings_publisher_group_id_publisher_groups_id_fk" FOREIGN KEY ("publisher_group_id") REFERENCES "public"."publisher_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "format_settings" ADD CONSTRAINT "format_settings_format_id_formats_id_fk" FOREIGN KEY ("format_id") REFERENCES "public"."formats"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "format_settings" ADD CONSTRAINT "format_settings_publisher_group_id_space_id_spaces_publisher_group_id_id_fk" FOREIGN KEY ("publisher_group_id","space_id") REFERENCES "public"."spaces"("publisher_group_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revenue_shares" ADD CONSTRAINT "revenue_shares_publisher_group_id_publisher_groups_id_fk" FOREIGN KEY ("publisher_group_id") REFERENCES "public"."publisher_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revenue_shares" ADD CONSTRAINT "revenue_shares_publisher_group_id_medium_id_media_publisher_group_id_id_fk" FOREIGN KEY ("publisher_group_id","medium_id") REFERENCES "public"."media"("publisher_group_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "formats_newest" ON "formats" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_formats_by_format" ON "product_formats" USING btree ("format_id");--> statement-breakpoint
CREATE INDEX "product_spaces_by_space" ON "product_spaces" USING btree ("space_id");--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "format_settings_by_id" ON "format_settings" USING btree ("id");--> statement-breakpoint
CREATE INDEX "format_settings_newest" ON "format_settings" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "format_settings_once" ON "format_settings" USING btree ("publisher_group_id","space_id","format_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "revenue_shares_by_id" ON "revenue_shares" USING btree ("id");--> statement-breakpoint
CREATE INDEX "revenue_shares_of_group" ON "revenue_shares" USING btree ("publisher_group_id","valid_from") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "frames_newest" ON "frames" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "frames_of_group" ON "frames" USING btree ("publisher_group_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "frames_code" ON "frames" USING btree ("publisher_group_id","space_id","code") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "media_newest" ON "media" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "media_of_group" ON "media" USING btree ("publisher_group_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "publishers_newest" ON "publishers" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "spaces_of_medium" ON "spaces" USING btree ("publisher_group_id","medium_id");