CREATE TYPE "public"."account_kind" AS ENUM('advertiser', 'agency', 'rep', 'ptd', 'pg', 'admin');--> statement-breakpoint
CREATE TYPE "public"."account_status" AS ENUM('INPROGRESS', 'SERVING', 'SUSPENDED', 'ENDED');--> statement-breakpoint
CREATE TYPE "public"."user_status" AS ENUM('invited', 'active', 'suspended', 'deleted');--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" "account_kind" NOT NULL,
	"company_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_norm" text NOT NULL,
	"status" "account_status" DEFAULT 'SERVING' NOT NULL,
	"agency_account_id" bigint,
	"rep_account_id" bigint,
	"ptd_account_id" bigint,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "companies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"name_norm" text NOT NULL,
	"name_kana" text,
	"enterprise_type" text NOT NULL,
	"enterprise_type_position" text,
	"corporate_number" text,
	"zip" text NOT NULL,
	"prefecture" text NOT NULL,
	"city" text NOT NULL,
	"street1" text NOT NULL,
	"street2" text,
	"building" text,
	"phone" text NOT NULL,
	"url" text,
	"contact_name" text,
	"payment_type" text NOT NULL,
	"credit_limit" numeric(18, 6) NOT NULL,
	"credit_status" text DEFAULT 'UNREVIEWED' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"user_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"role" smallint NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_user_id_account_id_pk" PRIMARY KEY("user_id","account_id"),
	CONSTRAINT "memberships_role" CHECK ("memberships"."role" between 1 and 6)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"name" text NOT NULL,
	"name_kana" text,
	"locale" text DEFAULT 'ja' NOT NULL,
	"password_hash" text,
	"status" "user_status" DEFAULT 'invited' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "users_email_folded" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_locale" CHECK ("users"."locale" in ('ja', 'en'))
);
--> statement-breakpoint
CREATE TABLE "ads" (
	"advertiser_account_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"campaign_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_norm" text NOT NULL,
	"unit_price" numeric(18, 6) NOT NULL,
	"quantity" bigint,
	"budget" numeric(18, 6) NOT NULL,
	"start_at" timestamp with time zone NOT NULL,
	"end_at" timestamp with time zone NOT NULL,
	"landing_url" text NOT NULL,
	"user_status" text DEFAULT 'ACTIVE' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "ads_advertiser_account_id_id_pk" PRIMARY KEY("advertiser_account_id","id")
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"advertiser_account_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "campaigns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"name_norm" text NOT NULL,
	"agency_account_id" bigint,
	"rep_account_id" bigint,
	"goal" text NOT NULL,
	"start_at" timestamp with time zone NOT NULL,
	"end_at" timestamp with time zone NOT NULL,
	"lifetime_budget" numeric(18, 6) NOT NULL,
	"daily_budget" numeric(18, 6),
	"memo" text,
	"user_status" text DEFAULT 'ACTIVE' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "campaigns_advertiser_account_id_id_pk" PRIMARY KEY("advertiser_account_id","id"),
	CONSTRAINT "campaigns_period" CHECK ("campaigns"."end_at" > "campaigns"."start_at")
);
--> statement-breakpoint
CREATE TABLE "creatives" (
	"advertiser_account_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "creatives_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"name_norm" text NOT NULL,
	"width" integer,
	"height" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "creatives_advertiser_account_id_id_pk" PRIMARY KEY("advertiser_account_id","id")
);
--> statement-breakpoint
CREATE TABLE "delivery_daily_campaign" (
	"advertiser_account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"imps" bigint DEFAULT 0 NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	"cv_click" bigint DEFAULT 0 NOT NULL,
	"cv_view" bigint DEFAULT 0 NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"measured" bigint DEFAULT 0 NOT NULL,
	"viewable" bigint DEFAULT 0 NOT NULL,
	"gross" numeric(18, 6) DEFAULT '0' NOT NULL,
	"media_cost" numeric(18, 6) DEFAULT '0' NOT NULL,
	CONSTRAINT "delivery_daily_campaign_advertiser_account_id_day_campaign_id_pk" PRIMARY KEY("advertiser_account_id","day","campaign_id")
);
--> statement-breakpoint
CREATE TABLE "delivery_files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"file_hash" text NOT NULL,
	"advertiser_account_id" bigint NOT NULL,
	"rows_read" bigint NOT NULL,
	"rows_taken" bigint NOT NULL,
	"rows_refused" bigint NOT NULL,
	"rows_odd" bigint NOT NULL,
	"imps" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"conversions" bigint NOT NULL,
	"gross" numeric(18, 6) NOT NULL,
	"media_cost" numeric(18, 6) NOT NULL,
	"refused" jsonb NOT NULL,
	"taken_at" timestamp with time zone DEFAULT now() NOT NULL,
	"taken_by" bigint
);
--> statement-breakpoint
CREATE TABLE "frames" (
	"publisher_group_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "frames_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"space_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_norm" text NOT NULL,
	"code" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"reserve_price" numeric(18, 6),
	"status" text DEFAULT 'preparing' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "frames_publisher_group_id_id_pk" PRIMARY KEY("publisher_group_id","id")
);
--> statement-breakpoint
CREATE TABLE "media" (
	"publisher_group_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "media_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"publisher_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_norm" text NOT NULL,
	"domain" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "media_publisher_group_id_id_pk" PRIMARY KEY("publisher_group_id","id")
);
--> statement-breakpoint
CREATE TABLE "publisher_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "publisher_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"ptd_account_id" bigint,
	"name" text NOT NULL,
	"name_norm" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "publishers" (
	"publisher_group_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "publishers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"name_norm" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "publishers_publisher_group_id_id_pk" PRIMARY KEY("publisher_group_id","id")
);
--> statement-breakpoint
CREATE TABLE "spaces" (
	"publisher_group_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "spaces_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"medium_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_norm" text NOT NULL,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"position" text NOT NULL,
	"width" integer,
	"height" integer,
	"reserve_price" numeric(18, 6),
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "spaces_publisher_group_id_id_pk" PRIMARY KEY("publisher_group_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"entity" text NOT NULL,
	"entity_id" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" bigint,
	"account_id" bigint,
	"action" text NOT NULL,
	"source" text NOT NULL,
	"field" text,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"account_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" smallint NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_account_id_user_id_key_pk" PRIMARY KEY("account_id","user_id","key")
);
--> statement-breakpoint
CREATE TABLE "login_failures" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_failures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ads" ADD CONSTRAINT "ads_advertiser_account_id_accounts_id_fk" FOREIGN KEY ("advertiser_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ads" ADD CONSTRAINT "ads_advertiser_account_id_campaign_id_campaigns_advertiser_account_id_id_fk" FOREIGN KEY ("advertiser_account_id","campaign_id") REFERENCES "public"."campaigns"("advertiser_account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_advertiser_account_id_accounts_id_fk" FOREIGN KEY ("advertiser_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_agency_account_id_accounts_id_fk" FOREIGN KEY ("agency_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_rep_account_id_accounts_id_fk" FOREIGN KEY ("rep_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creatives" ADD CONSTRAINT "creatives_advertiser_account_id_accounts_id_fk" FOREIGN KEY ("advertiser_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_files" ADD CONSTRAINT "delivery_files_advertiser_account_id_accounts_id_fk" FOREIGN KEY ("advertiser_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "frames" ADD CONSTRAINT "frames_publisher_group_id_publisher_groups_id_fk" FOREIGN KEY ("publisher_group_id") REFERENCES "public"."publisher_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "frames" ADD CONSTRAINT "frames_publisher_group_id_space_id_spaces_publisher_group_id_id_fk" FOREIGN KEY ("publisher_group_id","space_id") REFERENCES "public"."spaces"("publisher_group_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_publisher_group_id_publisher_groups_id_fk" FOREIGN KEY ("publisher_group_id") REFERENCES "public"."publisher_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_publisher_group_id_publisher_id_publishers_publisher_group_id_id_fk" FOREIGN KEY ("publisher_group_id","publisher_id") REFERENCES "public"."publishers"("publisher_group_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publisher_groups" ADD CONSTRAINT "publisher_groups_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publisher_groups" ADD CONSTRAINT "publisher_groups_ptd_account_id_accounts_id_fk" FOREIGN KEY ("ptd_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publishers" ADD CONSTRAINT "publishers_publisher_group_id_publisher_groups_id_fk" FOREIGN KEY ("publisher_group_id") REFERENCES "public"."publisher_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_publisher_group_id_publisher_groups_id_fk" FOREIGN KEY ("publisher_group_id") REFERENCES "public"."publisher_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_publisher_group_id_medium_id_media_publisher_group_id_id_fk" FOREIGN KEY ("publisher_group_id","medium_id") REFERENCES "public"."media"("publisher_group_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_by_kind" ON "accounts" USING btree ("kind","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "accounts_by_company" ON "accounts" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "companies_newest" ON "companies" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "companies_corporate_number" ON "companies" USING btree ("corporate_number") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_one_default" ON "memberships" USING btree ("user_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "memberships_by_account" ON "memberships" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_age" ON "sessions" USING btree ("last_seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "ads_by_id" ON "ads" USING btree ("id");--> statement-breakpoint
CREATE INDEX "ads_of_campaign" ON "ads" USING btree ("advertiser_account_id","campaign_id","id");--> statement-breakpoint
CREATE INDEX "campaigns_by_id" ON "campaigns" USING btree ("id");--> statement-breakpoint
CREATE INDEX "campaigns_newest" ON "campaigns" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "campaigns_of_advertiser" ON "campaigns" USING btree ("advertiser_account_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "campaigns_of_agency" ON "campaigns" USING btree ("agency_account_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "campaigns_of_rep" ON "campaigns" USING btree ("rep_account_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "creatives_by_id" ON "creatives" USING btree ("id");--> statement-breakpoint
CREATE INDEX "delivery_daily_campaign_by_campaign" ON "delivery_daily_campaign" USING btree ("campaign_id","day");--> statement-breakpoint
CREATE INDEX "delivery_daily_campaign_by_day" ON "delivery_daily_campaign" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_files_once" ON "delivery_files" USING btree ("source","file_hash");--> statement-breakpoint
CREATE INDEX "delivery_files_of_advertiser" ON "delivery_files" USING btree ("advertiser_account_id","taken_at");--> statement-breakpoint
CREATE INDEX "frames_by_id" ON "frames" USING btree ("id");--> statement-breakpoint
CREATE INDEX "frames_of_space" ON "frames" USING btree ("publisher_group_id","space_id");--> statement-breakpoint
CREATE INDEX "media_by_id" ON "media" USING btree ("id");--> statement-breakpoint
CREATE INDEX "publisher_groups_by_account" ON "publisher_groups" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "publisher_groups_by_ptd" ON "publisher_groups" USING btree ("ptd_account_id");--> statement-breakpoint
CREATE INDEX "publishers_by_id" ON "publishers" USING btree ("id");--> statement-breakpoint
CREATE INDEX "spaces_by_id" ON "spaces" USING btree ("id");--> statement-breakpoint
CREATE INDEX "spaces_newest" ON "spaces" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "spaces_of_group" ON "spaces" USING btree ("publisher_group_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "audit_log_by_entity" ON "audit_log" USING btree ("entity","entity_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "login_failures_by_key" ON "login_failures" USING btree ("key","at");