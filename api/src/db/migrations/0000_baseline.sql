-- The tables below are generated from the schema (npm run db:generate); what it cannot say is written by hand: these
-- functions, and from the facts of delivery to the end.
-- The form that names are searched in, as `searchForm` of the contract: width, case and kana folded, without spaces,
-- hyphens, long vowels and middle dots. What `translate` has no counterpart for, it drops.
CREATE FUNCTION search_form(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT translate(lower(normalize(value, NFKC)), 'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ' || E' \t\n\r\v\f-‐‑‒–—―−ー・', 'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽヾ')
$$;
--> statement-breakpoint
-- The distinct pairs of neighbouring characters of a text: what the search of big lists is indexed by.
-- pg_trgm needs three characters; a Japanese word often has two.
CREATE FUNCTION bigrams(value text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT substr(value, i, 2)), '{}') FROM generate_series(1, char_length(value) - 1) AS i
$$;
--> statement-breakpoint
-- sum() for many groups of a few rows each: its state is the sum itself. That of sum() is made for many rows;
-- fifty thousand groups took twice the time and three times the memory. A bigint stays one, and fails where it overflows.
CREATE AGGREGATE sum_of_few(numeric) (sfunc = numeric_add, stype = numeric, combinefunc = numeric_add, parallel = safe);
--> statement-breakpoint
CREATE AGGREGATE sum_of_few(bigint) (sfunc = int8pl, stype = bigint, combinefunc = int8pl, parallel = safe);
--> statement-breakpoint
CREATE TYPE "public"."account_kind" AS ENUM('advertiser', 'agency', 'rep', 'ptd', 'pg', 'admin');
--> statement-breakpoint
CREATE TYPE "public"."account_status" AS ENUM('INPROGRESS', 'SERVING', 'SUSPENDED', 'ENDED');
--> statement-breakpoint
CREATE TYPE "public"."user_status" AS ENUM('INVITED', 'ACTIVE', 'SUSPENDED', 'DELETED');
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" "account_kind" NOT NULL,
	"company_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_norm" text NOT NULL,
	"status" "account_status" DEFAULT 'SERVING' NOT NULL,
	"agency_account_id" bigint,
	"rep_account_id" bigint,
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
	"search_text" text GENERATED ALWAYS AS (search_form(name || '|' || coalesce(name_kana, '') || '|' || phone || '|' || coalesce(corporate_number, ''))) STORED NOT NULL,
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
	"applied_limit" numeric(18, 6),
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
CREATE TABLE "developments" (
	"session_hash" text PRIMARY KEY NOT NULL,
	"area" text NOT NULL,
	"origin" text NOT NULL,
	"until" timestamp with time zone NOT NULL
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
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"address" text,
	"device" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"name" text NOT NULL,
	"name_kana" text,
	"name_norm" text GENERATED ALWAYS AS (search_form(name || '|' || coalesce(name_kana, '') || '|' || email)) STORED NOT NULL,
	"locale" text DEFAULT 'ja' NOT NULL,
	"password_hash" text,
	"status" "user_status" DEFAULT 'INVITED' NOT NULL,
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
CREATE TABLE "advertisements" (
	"publisher_group_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "advertisements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"frame_id" bigint NOT NULL,
	"space_id" bigint NOT NULL,
	"medium_id" bigint NOT NULL,
	"advertiser_account_id" bigint NOT NULL,
	"ad_id" bigint NOT NULL,
	"creative_id" bigint,
	"name" text NOT NULL,
	"name_norm" text NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "advertisements_publisher_group_id_id_pk" PRIMARY KEY("publisher_group_id","id")
);
--> statement-breakpoint
CREATE TABLE "reject_requests" (
	"publisher_group_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "reject_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"advertisement_id" bigint NOT NULL,
	"medium_id" bigint NOT NULL,
	"advertiser_account_id" bigint NOT NULL,
	"ad_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_norm" text NOT NULL,
	"status" text DEFAULT 'FILED' NOT NULL,
	"reason_code" text NOT NULL,
	"reason" text NOT NULL,
	"decision_reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "reject_requests_publisher_group_id_id_pk" PRIMARY KEY("publisher_group_id","id")
);
--> statement-breakpoint
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
CREATE TABLE "creatives" (
	"advertiser_account_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "creatives_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"creative_group_id" bigint NOT NULL,
	"format_id" bigint,
	"name" text NOT NULL,
	"name_norm" text NOT NULL,
	"width" integer,
	"height" integer,
	"headline" text,
	"description" text,
	"principal" text,
	"button_text" text,
	"landing_url" text,
	"beacons" text[],
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"user_status" text DEFAULT 'ACTIVE' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"serving_revision" integer,
	"applied_at" timestamp with time zone,
	"review_reason_code" text,
	"review_reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "creatives_advertiser_account_id_id_pk" PRIMARY KEY("advertiser_account_id","id"),
	CONSTRAINT "creatives_serving" CHECK ("creatives"."serving_revision" <= "creatives"."revision")
);
--> statement-breakpoint
CREATE TABLE "ads" (
	"advertiser_account_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"campaign_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_norm" text NOT NULL,
	"product_id" bigint,
	"creative_group_id" bigint,
	"billing" text,
	"unit_price" numeric(18, 6) NOT NULL,
	"quantity" bigint,
	"budget" numeric(18, 6) NOT NULL,
	"start_at" timestamp with time zone NOT NULL,
	"end_at" timestamp with time zone NOT NULL,
	"landing_url" text NOT NULL,
	"weight" integer DEFAULT 1 NOT NULL,
	"targeting" jsonb,
	"user_status" text DEFAULT 'ACTIVE' NOT NULL,
	"effective_status" text DEFAULT 'PREPARING' NOT NULL,
	"status_until" timestamp with time zone DEFAULT '-infinity',
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
	"frequency_level" text,
	"frequency_unit" text,
	"frequency_count" integer,
	"memo" text,
	"user_status" text DEFAULT 'ACTIVE' NOT NULL,
	"serving_status" text DEFAULT 'AWAITING' NOT NULL,
	"status_until" timestamp with time zone DEFAULT '-infinity',
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
CREATE TABLE "changed_campaigns" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "changed_campaigns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"advertiser_account_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	CONSTRAINT "changed_campaigns_pk" PRIMARY KEY("advertiser_account_id","id")
);
--> statement-breakpoint
CREATE TABLE "delivery_daily" (
	"day" date NOT NULL,
	"slice" integer NOT NULL,
	"facts" bigint DEFAULT 0 NOT NULL,
	"unknown_clicks" integer DEFAULT 0 NOT NULL,
	"unknown_cv_click" integer DEFAULT 0 NOT NULL,
	"unknown_cv_view" integer DEFAULT 0 NOT NULL,
	"unknown_requests" integer DEFAULT 0 NOT NULL,
	"unknown_measured" integer DEFAULT 0 NOT NULL,
	"unknown_viewable" integer DEFAULT 0 NOT NULL,
	"unknown_media_cost" integer DEFAULT 0 NOT NULL,
	"imps" bigint DEFAULT 0 NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	"cv_click" bigint DEFAULT 0 NOT NULL,
	"cv_view" bigint DEFAULT 0 NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"measured" bigint DEFAULT 0 NOT NULL,
	"viewable" bigint DEFAULT 0 NOT NULL,
	"gross" numeric(18, 6) DEFAULT '0' NOT NULL,
	"media_cost" numeric(18, 6) DEFAULT '0' NOT NULL,
	CONSTRAINT "delivery_daily_day_slice_pk" PRIMARY KEY("day","slice")
);
--> statement-breakpoint
CREATE TABLE "delivery_daily_advertiser" (
	"advertiser_account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"facts" bigint DEFAULT 0 NOT NULL,
	"unknown_clicks" integer DEFAULT 0 NOT NULL,
	"unknown_cv_click" integer DEFAULT 0 NOT NULL,
	"unknown_cv_view" integer DEFAULT 0 NOT NULL,
	"unknown_requests" integer DEFAULT 0 NOT NULL,
	"unknown_measured" integer DEFAULT 0 NOT NULL,
	"unknown_viewable" integer DEFAULT 0 NOT NULL,
	"unknown_media_cost" integer DEFAULT 0 NOT NULL,
	"imps" bigint DEFAULT 0 NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	"cv_click" bigint DEFAULT 0 NOT NULL,
	"cv_view" bigint DEFAULT 0 NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"measured" bigint DEFAULT 0 NOT NULL,
	"viewable" bigint DEFAULT 0 NOT NULL,
	"gross" numeric(18, 6) DEFAULT '0' NOT NULL,
	"media_cost" numeric(18, 6) DEFAULT '0' NOT NULL,
	CONSTRAINT "delivery_daily_advertiser_advertiser_account_id_day_pk" PRIMARY KEY("advertiser_account_id","day")
);
--> statement-breakpoint
CREATE TABLE "delivery_daily_advertiser_space" (
	"advertiser_account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"space_id" bigint NOT NULL,
	"facts" bigint DEFAULT 0 NOT NULL,
	"unknown_clicks" integer DEFAULT 0 NOT NULL,
	"unknown_cv_click" integer DEFAULT 0 NOT NULL,
	"unknown_cv_view" integer DEFAULT 0 NOT NULL,
	"unknown_requests" integer DEFAULT 0 NOT NULL,
	"unknown_measured" integer DEFAULT 0 NOT NULL,
	"unknown_viewable" integer DEFAULT 0 NOT NULL,
	"unknown_media_cost" integer DEFAULT 0 NOT NULL,
	"imps" bigint DEFAULT 0 NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	"cv_click" bigint DEFAULT 0 NOT NULL,
	"cv_view" bigint DEFAULT 0 NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"measured" bigint DEFAULT 0 NOT NULL,
	"viewable" bigint DEFAULT 0 NOT NULL,
	"gross" numeric(18, 6) DEFAULT '0' NOT NULL,
	"media_cost" numeric(18, 6) DEFAULT '0' NOT NULL,
	CONSTRAINT "delivery_daily_advertiser_space_pk" PRIMARY KEY("advertiser_account_id","day","space_id")
);
--> statement-breakpoint
CREATE TABLE "delivery_daily_campaign" (
	"advertiser_account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"facts" bigint DEFAULT 0 NOT NULL,
	"unknown_clicks" integer DEFAULT 0 NOT NULL,
	"unknown_cv_click" integer DEFAULT 0 NOT NULL,
	"unknown_cv_view" integer DEFAULT 0 NOT NULL,
	"unknown_requests" integer DEFAULT 0 NOT NULL,
	"unknown_measured" integer DEFAULT 0 NOT NULL,
	"unknown_viewable" integer DEFAULT 0 NOT NULL,
	"unknown_media_cost" integer DEFAULT 0 NOT NULL,
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
CREATE TABLE "delivery_daily_space" (
	"publisher_group_id" bigint NOT NULL,
	"day" date NOT NULL,
	"space_id" bigint NOT NULL,
	"facts" bigint DEFAULT 0 NOT NULL,
	"unknown_clicks" integer DEFAULT 0 NOT NULL,
	"unknown_cv_click" integer DEFAULT 0 NOT NULL,
	"unknown_cv_view" integer DEFAULT 0 NOT NULL,
	"unknown_requests" integer DEFAULT 0 NOT NULL,
	"unknown_measured" integer DEFAULT 0 NOT NULL,
	"unknown_viewable" integer DEFAULT 0 NOT NULL,
	"unknown_media_cost" integer DEFAULT 0 NOT NULL,
	"imps" bigint DEFAULT 0 NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	"cv_click" bigint DEFAULT 0 NOT NULL,
	"cv_view" bigint DEFAULT 0 NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"measured" bigint DEFAULT 0 NOT NULL,
	"viewable" bigint DEFAULT 0 NOT NULL,
	"gross" numeric(18, 6) DEFAULT '0' NOT NULL,
	"media_cost" numeric(18, 6) DEFAULT '0' NOT NULL,
	CONSTRAINT "delivery_daily_space_publisher_group_id_day_space_id_pk" PRIMARY KEY("publisher_group_id","day","space_id")
);
--> statement-breakpoint
CREATE TABLE "delivery_file_advertisers" (
	"delivery_file_id" bigint NOT NULL,
	"advertiser_account_id" bigint NOT NULL,
	"rows_taken" bigint NOT NULL,
	"imps" bigint NOT NULL,
	"clicks" bigint,
	"conversions" bigint,
	"gross" numeric(18, 6) NOT NULL,
	"media_cost" numeric(18, 6),
	CONSTRAINT "delivery_file_advertisers_pk" PRIMARY KEY("delivery_file_id","advertiser_account_id")
);
--> statement-breakpoint
CREATE TABLE "delivery_files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"taken_by" bigint,
	"taken_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	"source" text NOT NULL,
	"file_hash" text NOT NULL,
	"name" text,
	"name_norm" text,
	"size" bigint,
	"status" text DEFAULT 'TAKEN' NOT NULL,
	"advertiser_account_id" bigint,
	"rows_read" bigint NOT NULL,
	"rows_taken" bigint NOT NULL,
	"rows_refused" bigint NOT NULL,
	"rows_odd" bigint NOT NULL,
	"imps" bigint NOT NULL,
	"clicks" bigint,
	"conversions" bigint,
	"gross" numeric(18, 6) NOT NULL,
	"media_cost" numeric(18, 6),
	"rates" text,
	"ignored_columns" text,
	"refused" jsonb NOT NULL,
	"rows_replaced" bigint DEFAULT 0 NOT NULL,
	"rows_gone" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_mappings" (
	"source" text PRIMARY KEY NOT NULL,
	"map" text NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_monthly_campaign" (
	"advertiser_account_id" bigint NOT NULL,
	"month" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"facts" bigint DEFAULT 0 NOT NULL,
	"unknown_clicks" integer DEFAULT 0 NOT NULL,
	"unknown_cv_click" integer DEFAULT 0 NOT NULL,
	"unknown_cv_view" integer DEFAULT 0 NOT NULL,
	"unknown_requests" integer DEFAULT 0 NOT NULL,
	"unknown_measured" integer DEFAULT 0 NOT NULL,
	"unknown_viewable" integer DEFAULT 0 NOT NULL,
	"unknown_media_cost" integer DEFAULT 0 NOT NULL,
	"imps" bigint DEFAULT 0 NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	"cv_click" bigint DEFAULT 0 NOT NULL,
	"cv_view" bigint DEFAULT 0 NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"measured" bigint DEFAULT 0 NOT NULL,
	"viewable" bigint DEFAULT 0 NOT NULL,
	"gross" numeric(18, 6) DEFAULT '0' NOT NULL,
	"media_cost" numeric(18, 6) DEFAULT '0' NOT NULL,
	CONSTRAINT "delivery_monthly_campaign_pk" PRIMARY KEY("advertiser_account_id","month","campaign_id")
);
--> statement-breakpoint
CREATE TABLE "delivery_refused_lines" (
	"delivery_file_id" bigint NOT NULL,
	"line" bigint NOT NULL,
	"reason" jsonb NOT NULL,
	"raw" text NOT NULL,
	CONSTRAINT "delivery_refused_lines_delivery_file_id_line_pk" PRIMARY KEY("delivery_file_id","line")
);
--> statement-breakpoint
CREATE TABLE "delivery_ten_day_campaign" (
	"advertiser_account_id" bigint NOT NULL,
	"ten_days" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"facts" bigint DEFAULT 0 NOT NULL,
	"unknown_clicks" integer DEFAULT 0 NOT NULL,
	"unknown_cv_click" integer DEFAULT 0 NOT NULL,
	"unknown_cv_view" integer DEFAULT 0 NOT NULL,
	"unknown_requests" integer DEFAULT 0 NOT NULL,
	"unknown_measured" integer DEFAULT 0 NOT NULL,
	"unknown_viewable" integer DEFAULT 0 NOT NULL,
	"unknown_media_cost" integer DEFAULT 0 NOT NULL,
	"imps" bigint DEFAULT 0 NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	"cv_click" bigint DEFAULT 0 NOT NULL,
	"cv_view" bigint DEFAULT 0 NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"measured" bigint DEFAULT 0 NOT NULL,
	"viewable" bigint DEFAULT 0 NOT NULL,
	"gross" numeric(18, 6) DEFAULT '0' NOT NULL,
	"media_cost" numeric(18, 6) DEFAULT '0' NOT NULL,
	CONSTRAINT "delivery_ten_day_campaign_pk" PRIMARY KEY("advertiser_account_id","ten_days","campaign_id")
);
--> statement-breakpoint
CREATE TABLE "delivery_totals_ad" (
	"advertiser_account_id" bigint NOT NULL,
	"ad_id" bigint NOT NULL,
	"facts" bigint DEFAULT 0 NOT NULL,
	"unknown_clicks" integer DEFAULT 0 NOT NULL,
	"unknown_cv_click" integer DEFAULT 0 NOT NULL,
	"unknown_cv_view" integer DEFAULT 0 NOT NULL,
	"unknown_requests" integer DEFAULT 0 NOT NULL,
	"unknown_measured" integer DEFAULT 0 NOT NULL,
	"unknown_viewable" integer DEFAULT 0 NOT NULL,
	"unknown_media_cost" integer DEFAULT 0 NOT NULL,
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
CREATE TABLE "delivery_totals_campaign" (
	"advertiser_account_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"facts" bigint DEFAULT 0 NOT NULL,
	"unknown_clicks" integer DEFAULT 0 NOT NULL,
	"unknown_cv_click" integer DEFAULT 0 NOT NULL,
	"unknown_cv_view" integer DEFAULT 0 NOT NULL,
	"unknown_requests" integer DEFAULT 0 NOT NULL,
	"unknown_measured" integer DEFAULT 0 NOT NULL,
	"unknown_viewable" integer DEFAULT 0 NOT NULL,
	"unknown_media_cost" integer DEFAULT 0 NOT NULL,
	"imps" bigint DEFAULT 0 NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	"cv_click" bigint DEFAULT 0 NOT NULL,
	"cv_view" bigint DEFAULT 0 NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"measured" bigint DEFAULT 0 NOT NULL,
	"viewable" bigint DEFAULT 0 NOT NULL,
	"gross" numeric(18, 6) DEFAULT '0' NOT NULL,
	"media_cost" numeric(18, 6) DEFAULT '0' NOT NULL,
	CONSTRAINT "delivery_totals_campaign_pk" PRIMARY KEY("advertiser_account_id","campaign_id")
);
--> statement-breakpoint
CREATE TABLE "information" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "information_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"name_norm" text NOT NULL,
	"type" text NOT NULL,
	"is_important" boolean NOT NULL,
	"is_draft" boolean,
	"target_roles" text[] NOT NULL,
	"publish_from" timestamp with time zone NOT NULL,
	"publish_to" timestamp with time zone,
	"body" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "information_period" CHECK ("information"."publish_to" > "information"."publish_from"),
	CONSTRAINT "information_targets" CHECK (cardinality("information"."target_roles") > 0)
);
--> statement-breakpoint
CREATE TABLE "information_attachments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "information_attachments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"information_id" bigint NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"storage_name" text NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "information_confirmations" (
	"account_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"information_id" bigint NOT NULL,
	"confirmed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "information_confirmations_account_id_user_id_information_id_pk" PRIMARY KEY("account_id","user_id","information_id")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"email" text NOT NULL,
	"name_norm" text GENERATED ALWAYS AS (search_form(email)) STORED NOT NULL,
	"locale" text NOT NULL,
	"token_hash" text NOT NULL,
	"status" text DEFAULT 'SENT' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_by" bigint,
	"inviting_account_id" bigint,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "invitations_status" CHECK ("invitations"."status" in ('SENT', 'ACCEPTED', 'REVOKED')),
	CONSTRAINT "invitations_locale" CHECK ("invitations"."locale" in ('ja', 'en'))
);
--> statement-breakpoint
CREATE TABLE "mail_jobs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mail_jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notification_confirmations" (
	"account_id" bigint NOT NULL,
	"notification_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"confirmed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_confirmations_account_id_notification_id_user_id_pk" PRIMARY KEY("account_id","notification_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"account_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"entity" text,
	"entity_id" bigint,
	"params" jsonb NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "notifications_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "ad_articles" (
	"advertiser_account_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ad_articles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"publisher_group_id" bigint NOT NULL,
	"ad_id" bigint NOT NULL,
	"excluded_by" text,
	"is_named" boolean DEFAULT true NOT NULL,
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
	"excluded_by" text,
	"is_named" boolean DEFAULT true NOT NULL,
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
CREATE TABLE "orders" (
	"advertiser_account_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"campaign_id" bigint NOT NULL,
	"ad_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_norm" text NOT NULL,
	"kind" text DEFAULT 'NEW' NOT NULL,
	"billing" text,
	"quantity" bigint NOT NULL,
	"unit_price" numeric(18, 6) NOT NULL,
	"amount" numeric(18, 6) NOT NULL,
	"start_at" timestamp with time zone NOT NULL,
	"end_at" timestamp with time zone NOT NULL,
	"landing_url" text NOT NULL,
	"creative_group_id" bigint,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "orders_advertiser_account_id_id_pk" PRIMARY KEY("advertiser_account_id","id")
);
--> statement-breakpoint
CREATE TABLE "formats" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "formats_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"name_norm" text NOT NULL,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
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
CREATE TABLE "release_beacons" (
	"unit" text NOT NULL,
	"build" text NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"account_id" bigint NOT NULL,
	"canary" boolean NOT NULL,
	"phase" text NOT NULL,
	"route" text DEFAULT '' NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"ok" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "release_beacons_pk" PRIMARY KEY("unit","build","minute","account_id","canary","phase","route","error")
);
--> statement-breakpoint
CREATE TABLE "saved_view_defaults" (
	"account_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"resource" text NOT NULL,
	"view_id" bigint NOT NULL,
	CONSTRAINT "saved_view_defaults_account_id_user_id_resource_pk" PRIMARY KEY("account_id","user_id","resource")
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"account_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"resource" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"outcome" text NOT NULL,
	"user_id" bigint,
	"actor" text,
	"account_id" bigint,
	"role" text,
	"address" text,
	"device" text,
	"target" text,
	"detail" text,
	"occurrences" integer DEFAULT 1 NOT NULL,
	"request_id" text,
	"name_norm" text GENERATED ALWAYS AS (search_form(coalesce(actor, '') || '|' || coalesce(address, '') || '|' || coalesce(target, '') || '|' || coalesce(detail, '') || '|' || coalesce(request_id, ''))) STORED NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "security_events_outcome" CHECK ("security_events"."outcome" in ('DONE', 'REFUSED'))
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
	"blocked_categories" text[],
	"default_creative_id" bigint,
	"status" text DEFAULT 'PREPARING' NOT NULL,
	"stop_reason" text,
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
	"domain" text,
	"app_id" text,
	"categories" text[],
	"status" text DEFAULT 'ACTIVE' NOT NULL,
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
	"blocked_categories" text[],
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
	"subject" text DEFAULT '' NOT NULL,
	"address" text,
	"network" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "developments" ADD CONSTRAINT "developments_session_hash_sessions_id_hash_fk" FOREIGN KEY ("session_hash") REFERENCES "public"."sessions"("id_hash") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "advertisements" ADD CONSTRAINT "advertisements_publisher_group_id_publisher_groups_id_fk" FOREIGN KEY ("publisher_group_id") REFERENCES "public"."publisher_groups"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "advertisements" ADD CONSTRAINT "advertisements_frame" FOREIGN KEY ("publisher_group_id","frame_id") REFERENCES "public"."frames"("publisher_group_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reject_requests" ADD CONSTRAINT "reject_requests_publisher_group_id_publisher_groups_id_fk" FOREIGN KEY ("publisher_group_id") REFERENCES "public"."publisher_groups"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reject_requests" ADD CONSTRAINT "reject_requests_medium" FOREIGN KEY ("publisher_group_id","medium_id") REFERENCES "public"."media"("publisher_group_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "creative_groups" ADD CONSTRAINT "creative_groups_advertiser_account_id_accounts_id_fk" FOREIGN KEY ("advertiser_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "creative_materials" ADD CONSTRAINT "creative_materials_creative" FOREIGN KEY ("advertiser_account_id","creative_id") REFERENCES "public"."creatives"("advertiser_account_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "creative_revisions" ADD CONSTRAINT "creative_revisions_creative" FOREIGN KEY ("advertiser_account_id","creative_id") REFERENCES "public"."creatives"("advertiser_account_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "creatives" ADD CONSTRAINT "creatives_advertiser_account_id_accounts_id_fk" FOREIGN KEY ("advertiser_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "creatives" ADD CONSTRAINT "creatives_format_id_formats_id_fk" FOREIGN KEY ("format_id") REFERENCES "public"."formats"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "creatives" ADD CONSTRAINT "creatives_group" FOREIGN KEY ("advertiser_account_id","creative_group_id") REFERENCES "public"."creative_groups"("advertiser_account_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ads" ADD CONSTRAINT "ads_advertiser_account_id_accounts_id_fk" FOREIGN KEY ("advertiser_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ads" ADD CONSTRAINT "ads_advertiser_account_id_campaign_id_campaigns_advertiser_account_id_id_fk" FOREIGN KEY ("advertiser_account_id","campaign_id") REFERENCES "public"."campaigns"("advertiser_account_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_advertiser_account_id_accounts_id_fk" FOREIGN KEY ("advertiser_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_agency_account_id_accounts_id_fk" FOREIGN KEY ("agency_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_rep_account_id_accounts_id_fk" FOREIGN KEY ("rep_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "delivery_file_advertisers" ADD CONSTRAINT "delivery_file_advertisers_delivery_file_id_delivery_files_id_fk" FOREIGN KEY ("delivery_file_id") REFERENCES "public"."delivery_files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "delivery_file_advertisers" ADD CONSTRAINT "delivery_file_advertisers_advertiser_account_id_accounts_id_fk" FOREIGN KEY ("advertiser_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "delivery_files" ADD CONSTRAINT "delivery_files_advertiser_account_id_accounts_id_fk" FOREIGN KEY ("advertiser_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "information_attachments" ADD CONSTRAINT "information_attachments_information_id_information_id_fk" FOREIGN KEY ("information_id") REFERENCES "public"."information"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "information_confirmations" ADD CONSTRAINT "information_confirmations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "information_confirmations" ADD CONSTRAINT "information_confirmations_information_id_information_id_fk" FOREIGN KEY ("information_id") REFERENCES "public"."information"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notification_confirmations" ADD CONSTRAINT "notification_confirmations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notification_confirmations" ADD CONSTRAINT "notification_confirmations_of_notification" FOREIGN KEY ("account_id","notification_id") REFERENCES "public"."notifications"("account_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ad_articles" ADD CONSTRAINT "ad_articles_advertiser_account_id_ad_id_ads_advertiser_account_id_id_fk" FOREIGN KEY ("advertiser_account_id","ad_id") REFERENCES "public"."ads"("advertiser_account_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ad_whitelist" ADD CONSTRAINT "ad_whitelist_advertiser_account_id_ad_id_ads_advertiser_account_id_id_fk" FOREIGN KEY ("advertiser_account_id","ad_id") REFERENCES "public"."ads"("advertiser_account_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_publisher_group_id_publisher_groups_id_fk" FOREIGN KEY ("publisher_group_id") REFERENCES "public"."publisher_groups"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_publisher_group_id_medium_id_media_publisher_group_id_id_fk" FOREIGN KEY ("publisher_group_id","medium_id") REFERENCES "public"."media"("publisher_group_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_advertiser_account_id_accounts_id_fk" FOREIGN KEY ("advertiser_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_ad" FOREIGN KEY ("advertiser_account_id","ad_id") REFERENCES "public"."ads"("advertiser_account_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_formats" ADD CONSTRAINT "product_formats_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_formats" ADD CONSTRAINT "product_formats_format_id_formats_id_fk" FOREIGN KEY ("format_id") REFERENCES "public"."formats"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_spaces" ADD CONSTRAINT "product_spaces_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "release_beacons" ADD CONSTRAINT "release_beacons_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "format_settings" ADD CONSTRAINT "format_settings_publisher_group_id_publisher_groups_id_fk" FOREIGN KEY ("publisher_group_id") REFERENCES "public"."publisher_groups"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "format_settings" ADD CONSTRAINT "format_settings_format_id_formats_id_fk" FOREIGN KEY ("format_id") REFERENCES "public"."formats"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "format_settings" ADD CONSTRAINT "format_settings_publisher_group_id_space_id_spaces_publisher_group_id_id_fk" FOREIGN KEY ("publisher_group_id","space_id") REFERENCES "public"."spaces"("publisher_group_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "frames" ADD CONSTRAINT "frames_publisher_group_id_publisher_groups_id_fk" FOREIGN KEY ("publisher_group_id") REFERENCES "public"."publisher_groups"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "frames" ADD CONSTRAINT "frames_publisher_group_id_space_id_spaces_publisher_group_id_id_fk" FOREIGN KEY ("publisher_group_id","space_id") REFERENCES "public"."spaces"("publisher_group_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_publisher_group_id_publisher_groups_id_fk" FOREIGN KEY ("publisher_group_id") REFERENCES "public"."publisher_groups"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_publisher_group_id_publisher_id_publishers_publisher_group_id_id_fk" FOREIGN KEY ("publisher_group_id","publisher_id") REFERENCES "public"."publishers"("publisher_group_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "publisher_groups" ADD CONSTRAINT "publisher_groups_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "publisher_groups" ADD CONSTRAINT "publisher_groups_ptd_account_id_accounts_id_fk" FOREIGN KEY ("ptd_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "publishers" ADD CONSTRAINT "publishers_publisher_group_id_publisher_groups_id_fk" FOREIGN KEY ("publisher_group_id") REFERENCES "public"."publisher_groups"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "revenue_shares" ADD CONSTRAINT "revenue_shares_publisher_group_id_publisher_groups_id_fk" FOREIGN KEY ("publisher_group_id") REFERENCES "public"."publisher_groups"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "revenue_shares" ADD CONSTRAINT "revenue_shares_publisher_group_id_medium_id_media_publisher_group_id_id_fk" FOREIGN KEY ("publisher_group_id","medium_id") REFERENCES "public"."media"("publisher_group_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_publisher_group_id_publisher_groups_id_fk" FOREIGN KEY ("publisher_group_id") REFERENCES "public"."publisher_groups"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_publisher_group_id_medium_id_media_publisher_group_id_id_fk" FOREIGN KEY ("publisher_group_id","medium_id") REFERENCES "public"."media"("publisher_group_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "accounts_by_kind" ON "accounts" USING btree ("kind","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "accounts_by_company" ON "accounts" USING btree ("company_id");
--> statement-breakpoint
CREATE INDEX "companies_newest" ON "companies" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "companies_corporate_number" ON "companies" USING btree ("corporate_number") WHERE deleted_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_one_default" ON "memberships" USING btree ("user_id") WHERE is_default;
--> statement-breakpoint
CREATE INDEX "memberships_by_account" ON "memberships" USING btree ("account_id");
--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "sessions_by_age" ON "sessions" USING btree ("last_seen_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");
--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "advertisements_by_id" ON "advertisements" USING btree ("id");
--> statement-breakpoint
CREATE UNIQUE INDEX "advertisements_once" ON "advertisements" USING btree ("publisher_group_id","frame_id","ad_id");
--> statement-breakpoint
CREATE INDEX "advertisements_newest" ON "advertisements" USING btree ("last_day" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "advertisements_of_group" ON "advertisements" USING btree ("publisher_group_id","last_day" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "advertisements_of_ad" ON "advertisements" USING btree ("ad_id");
--> statement-breakpoint
CREATE INDEX "reject_requests_by_id" ON "reject_requests" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "reject_requests_newest" ON "reject_requests" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "reject_requests_of_ad" ON "reject_requests" USING btree ("publisher_group_id","ad_id","medium_id","id" DESC NULLS LAST);
--> statement-breakpoint
CREATE UNIQUE INDEX "reject_requests_one_filed" ON "reject_requests" USING btree ("publisher_group_id","ad_id","medium_id") WHERE status = 'FILED' and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "creative_groups_by_id" ON "creative_groups" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "creative_groups_newest" ON "creative_groups" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "creative_groups_of_advertiser" ON "creative_groups" USING btree ("advertiser_account_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "creative_materials_of_creative" ON "creative_materials" USING btree ("creative_id","id");
--> statement-breakpoint
CREATE INDEX "creatives_of_format" ON "creatives" USING btree ("format_id");
--> statement-breakpoint
CREATE INDEX "creatives_by_id" ON "creatives" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "creatives_to_review" ON "creatives" USING btree ("applied_at","id") WHERE deleted_at is null and status = 'APPLIED';
--> statement-breakpoint
CREATE INDEX "creatives_newest" ON "creatives" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "creatives_of_group" ON "creatives" USING btree ("advertiser_account_id","creative_group_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "creatives_applied" ON "creatives" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'APPLIED' and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "ads_by_id" ON "ads" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "ads_of_campaign" ON "ads" USING btree ("campaign_id","advertiser_account_id","id");
--> statement-breakpoint
CREATE INDEX "ads_newest" ON "ads" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "ads_of_advertiser" ON "ads" USING btree ("advertiser_account_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "ads_by_end" ON "ads" USING btree ("end_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "ads_by_start" ON "ads" USING btree ("start_at" DESC NULLS LAST,"id" DESC NULLS LAST,"advertiser_account_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "ads_by_name" ON "ads" USING btree ("name" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "ads_by_budget" ON "ads" USING btree ("budget" DESC NULLS LAST,"id" DESC NULLS LAST,"advertiser_account_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "ads_by_quantity" ON "ads" USING btree ("quantity" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "ads_by_quantity_ascending" ON "ads" USING btree ("quantity","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "ads_by_status" ON "ads" USING btree ("effective_status","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "ads_of_advertiser_by_status" ON "ads" USING btree ("advertiser_account_id","effective_status","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "ads_by_status_and_start" ON "ads" USING btree ("effective_status","start_at" DESC NULLS LAST,"id" DESC NULLS LAST,"advertiser_account_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "ads_by_status_and_end" ON "ads" USING btree ("effective_status","end_at" DESC NULLS LAST,"id" DESC NULLS LAST,"advertiser_account_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "ads_by_status_until" ON "ads" USING btree ("status_until") WHERE status_until is not null;
--> statement-breakpoint
CREATE INDEX "ads_by_user_status" ON "ads" USING btree ("user_status","advertiser_account_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "ads_by_billing" ON "ads" USING btree ("billing","advertiser_account_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "ads_by_searched_name" ON "ads" USING btree ("advertiser_account_id","name_norm") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "ads_by_bigram" ON "ads" USING gin (bigrams(name_norm));
--> statement-breakpoint
CREATE INDEX "ads_of_product" ON "ads" USING btree ("product_id");
--> statement-breakpoint
CREATE INDEX "ads_of_creative_group" ON "ads" USING btree ("creative_group_id");
--> statement-breakpoint
CREATE INDEX "campaigns_by_id" ON "campaigns" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "campaigns_newest" ON "campaigns" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "campaigns_by_status" ON "campaigns" USING btree ("serving_status","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "campaigns_of_advertiser_by_status" ON "campaigns" USING btree ("advertiser_account_id","serving_status","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "campaigns_by_status_and_start" ON "campaigns" USING btree ("serving_status","start_at" DESC NULLS LAST,"id" DESC NULLS LAST,"advertiser_account_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "campaigns_by_status_and_end" ON "campaigns" USING btree ("serving_status","end_at" DESC NULLS LAST,"id" DESC NULLS LAST,"advertiser_account_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "campaigns_by_status_until" ON "campaigns" USING btree ("status_until") WHERE status_until is not null;
--> statement-breakpoint
CREATE INDEX "campaigns_of_advertiser" ON "campaigns" USING btree ("advertiser_account_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "campaigns_of_agency" ON "campaigns" USING btree ("agency_account_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "campaigns_of_rep" ON "campaigns" USING btree ("rep_account_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "campaigns_by_end" ON "campaigns" USING btree ("end_at" DESC NULLS LAST,"id" DESC NULLS LAST,"advertiser_account_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "campaigns_of_advertiser_by_end" ON "campaigns" USING btree ("advertiser_account_id","end_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "campaigns_by_start" ON "campaigns" USING btree ("start_at" DESC NULLS LAST,"id" DESC NULLS LAST,"advertiser_account_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "campaigns_by_name" ON "campaigns" USING btree ("name" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "campaigns_by_budget" ON "campaigns" USING btree ("lifetime_budget" DESC NULLS LAST,"id" DESC NULLS LAST,"advertiser_account_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "campaigns_by_goal" ON "campaigns" USING btree ("goal","advertiser_account_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "campaigns_by_searched_name" ON "campaigns" USING btree ("advertiser_account_id","name_norm") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "campaigns_by_bigram" ON "campaigns" USING gin (bigrams(name_norm));
--> statement-breakpoint
CREATE INDEX "changed_campaigns_by_id" ON "changed_campaigns" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "delivery_daily_unplaced" ON "delivery_daily_advertiser_space" USING btree ("day") WHERE space_id = 0;
--> statement-breakpoint
CREATE INDEX "delivery_daily_campaign_by_campaign" ON "delivery_daily_campaign" USING btree ("campaign_id","day");
--> statement-breakpoint
CREATE INDEX "delivery_daily_campaign_by_day" ON "delivery_daily_campaign" USING btree ("day");
--> statement-breakpoint
CREATE INDEX "delivery_daily_space_by_day" ON "delivery_daily_space" USING btree ("day");
--> statement-breakpoint
CREATE INDEX "delivery_file_advertisers_by_advertiser" ON "delivery_file_advertisers" USING btree ("advertiser_account_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_files_in_place" ON "delivery_files" USING btree ("source","file_hash") WHERE status in ('TAKEN', 'PARTLY');
--> statement-breakpoint
CREATE INDEX "delivery_files_of_advertiser" ON "delivery_files" USING btree ("advertiser_account_id","taken_at");
--> statement-breakpoint
CREATE INDEX "delivery_monthly_campaign_by_campaign" ON "delivery_monthly_campaign" USING btree ("campaign_id","month");
--> statement-breakpoint
CREATE INDEX "delivery_monthly_campaign_by_month" ON "delivery_monthly_campaign" USING btree ("month");
--> statement-breakpoint
CREATE INDEX "delivery_ten_day_campaign_by_campaign" ON "delivery_ten_day_campaign" USING btree ("campaign_id","ten_days");
--> statement-breakpoint
CREATE INDEX "delivery_ten_day_campaign_by_ten_days" ON "delivery_ten_day_campaign" USING btree ("ten_days");
--> statement-breakpoint
CREATE INDEX "delivery_totals_campaign_by_campaign" ON "delivery_totals_campaign" USING hash ("campaign_id");
--> statement-breakpoint
CREATE INDEX "information_newest" ON "information" USING btree ("publish_from" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "information_attachments_of_information" ON "information_attachments" USING btree ("information_id","id");
--> statement-breakpoint
CREATE INDEX "information_confirmations_of_user" ON "information_confirmations" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "information_confirmations_of_information" ON "information_confirmations" USING btree ("information_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token" ON "invitations" USING btree ("token_hash");
--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_one_sent" ON "invitations" USING btree ("account_id","email") WHERE status = 'SENT';
--> statement-breakpoint
CREATE INDEX "invitations_newest" ON "invitations" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "invitations_of_account" ON "invitations" USING btree ("account_id","id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "mail_jobs_by_due" ON "mail_jobs" USING btree ("due_at");
--> statement-breakpoint
CREATE INDEX "password_resets_by_user" ON "password_resets" USING btree ("user_id","created_at");
--> statement-breakpoint
CREATE INDEX "password_resets_by_age" ON "password_resets" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "notification_confirmations_of_user" ON "notification_confirmations" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "notifications_of_entity" ON "notifications" USING btree ("entity","entity_id");
--> statement-breakpoint
CREATE INDEX "ad_articles_by_id" ON "ad_articles" USING btree ("id");
--> statement-breakpoint
CREATE UNIQUE INDEX "ad_articles_once" ON "ad_articles" USING btree ("advertiser_account_id","ad_id","article_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "ad_articles_of_group" ON "ad_articles" USING btree ("publisher_group_id","article_id");
--> statement-breakpoint
CREATE INDEX "ad_whitelist_by_id" ON "ad_whitelist" USING btree ("id");
--> statement-breakpoint
CREATE UNIQUE INDEX "ad_whitelist_medium" ON "ad_whitelist" USING btree ("advertiser_account_id","ad_id","medium_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "ad_whitelist_space" ON "ad_whitelist" USING btree ("advertiser_account_id","ad_id","space_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "ad_whitelist_article" ON "ad_whitelist" USING btree ("advertiser_account_id","ad_id","article_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "ad_whitelist_of_group" ON "ad_whitelist" USING btree ("publisher_group_id");
--> statement-breakpoint
CREATE INDEX "articles_by_id" ON "articles" USING btree ("id");
--> statement-breakpoint
CREATE UNIQUE INDEX "articles_url" ON "articles" USING btree ("publisher_group_id","medium_id","url") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "articles_newest" ON "articles" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "orders_by_id" ON "orders" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "orders_of_advertiser" ON "orders" USING btree ("advertiser_account_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "orders_of_campaign" ON "orders" USING btree ("campaign_id");
--> statement-breakpoint
CREATE INDEX "orders_pending" ON "orders" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'PENDING_APPROVAL' and deleted_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one" ON "orders" USING btree ("advertiser_account_id","ad_id") WHERE kind = 'NEW' and status not in ('CANCELED', 'WITHDRAWN') and deleted_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_change" ON "orders" USING btree ("advertiser_account_id","ad_id") WHERE kind = 'CHANGE' and status in ('DRAFT', 'PENDING_APPROVAL') and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "formats_newest" ON "formats" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "product_formats_by_format" ON "product_formats" USING btree ("format_id");
--> statement-breakpoint
CREATE INDEX "product_spaces_by_space" ON "product_spaces" USING btree ("space_id");
--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "release_beacons_of_account" ON "release_beacons" USING btree ("account_id","minute");
--> statement-breakpoint
CREATE INDEX "release_beacons_by_age" ON "release_beacons" USING btree ("minute");
--> statement-breakpoint
CREATE INDEX "saved_views_by_id" ON "saved_views" USING btree ("id");
--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("account_id","user_id","resource","name");
--> statement-breakpoint
CREATE INDEX "saved_views_of_list" ON "saved_views" USING btree ("account_id","resource");
--> statement-breakpoint
CREATE INDEX "security_events_newest" ON "security_events" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "security_events_of_user" ON "security_events" USING btree ("user_id","id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "format_settings_by_id" ON "format_settings" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "format_settings_newest" ON "format_settings" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "format_settings_once" ON "format_settings" USING btree ("publisher_group_id","space_id","format_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "frames_by_id" ON "frames" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "frames_of_space" ON "frames" USING btree ("publisher_group_id","space_id");
--> statement-breakpoint
CREATE INDEX "frames_newest" ON "frames" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "frames_of_group" ON "frames" USING btree ("publisher_group_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "frames_code" ON "frames" USING btree ("publisher_group_id","space_id","code") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "media_by_id" ON "media" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "media_newest" ON "media" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "media_of_group" ON "media" USING btree ("publisher_group_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "publisher_groups_by_account" ON "publisher_groups" USING btree ("account_id");
--> statement-breakpoint
CREATE INDEX "publisher_groups_by_ptd" ON "publisher_groups" USING btree ("ptd_account_id");
--> statement-breakpoint
CREATE INDEX "publisher_groups_newest" ON "publisher_groups" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "publishers_by_id" ON "publishers" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "publishers_newest" ON "publishers" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "revenue_shares_by_id" ON "revenue_shares" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "revenue_shares_of_group" ON "revenue_shares" USING btree ("publisher_group_id","valid_from") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "spaces_of_medium" ON "spaces" USING btree ("publisher_group_id","medium_id");
--> statement-breakpoint
CREATE INDEX "spaces_by_id" ON "spaces" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "spaces_newest" ON "spaces" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "spaces_of_group" ON "spaces" USING btree ("publisher_group_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "audit_log_by_entity" ON "audit_log" USING btree ("entity","entity_id","id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "login_failures_by_key" ON "login_failures" USING btree ("key","at");
--> statement-breakpoint
CREATE INDEX "login_failures_by_address" ON "login_failures" USING btree ("address","at");
--> statement-breakpoint
CREATE INDEX "login_failures_by_network" ON "login_failures" USING btree ("network","at");
--> statement-breakpoint
CREATE INDEX "login_failures_by_age" ON "login_failures" USING btree ("at");
--> statement-breakpoint
CREATE TABLE "source_frames" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "source_frames_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"name" text NOT NULL,
	"name_norm" text NOT NULL,
	"frame_id" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "source_frames_once" ON "source_frames" USING btree ("source","name") WHERE deleted_at is null;
--> statement-breakpoint
-- The facts of delivery, one row for what one line of a file says. Figures that the file does not have are null.
-- Partitioned, which the schema in TypeScript cannot say; rows are written and read by statements of their own.
CREATE TABLE "delivery_facts" (
	"advertiser_account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"hour" smallint,
	"campaign_id" bigint NOT NULL,
	"ad_id" bigint,
	"creative_id" bigint,
	"frame_id" bigint,
	"space_id" bigint,
	"publisher_group_id" bigint,
	"device" text,
	"prefecture" text,
	"imps" bigint DEFAULT 0 NOT NULL,
	"clicks" bigint,
	"cv_click" bigint,
	"cv_view" bigint,
	"requests" bigint,
	"measured" bigint,
	"viewable" bigint,
	"gross" numeric(18, 6) DEFAULT 0 NOT NULL,
	"media_cost" numeric(18, 6),
	"delivery_file_id" bigint,
	"cost_by_share" boolean DEFAULT false NOT NULL,
	CONSTRAINT "delivery_facts_hour" CHECK ("hour" BETWEEN 0 AND 23)
) PARTITION BY RANGE ("day");
--> statement-breakpoint
CREATE INDEX "delivery_facts_of_advertiser" ON "delivery_facts" ("advertiser_account_id", "day");
--> statement-breakpoint
CREATE INDEX "delivery_facts_of_campaign" ON "delivery_facts" ("campaign_id", "day");
--> statement-breakpoint
CREATE INDEX "delivery_facts_of_group" ON "delivery_facts" ("publisher_group_id", "day");
--> statement-breakpoint
CREATE INDEX "delivery_facts_of_file" ON "delivery_facts" ("delivery_file_id");
--> statement-breakpoint
-- A month counts as there when its table is a partition. One that was detached, or is about to be, may still stand
-- under its name: facts have no place in it, and attaching it again is for whoever took it out to decide.
CREATE FUNCTION "delivery_month_attached"(day date) RETURNS boolean LANGUAGE sql STABLE AS $$
	SELECT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
		WHERE inhparent = 'delivery_facts'::regclass AND NOT inhdetachpending
			AND relname = 'delivery_facts_' || to_char(day, 'YYYY_MM'))
$$;
--> statement-breakpoint
-- One partition per month. There is no default partition: a fact of a month that nobody prepared is an error, and a full
-- default partition would make every later month slow to add. A file's rows go into the facts while it is read: making a
-- table a partition from the start would wait for every such file, attaching one that stands waits for nobody.
CREATE FUNCTION "ensure_delivery_partitions"(from_day date, to_day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	month date := date_trunc('month', from_day)::date;
	partition text;
BEGIN
	IF to_day < from_day OR to_day > from_day + 3660 THEN
		RAISE EXCEPTION 'Delivery partitions from % to %: the range must be in order and at most ten years', from_day, to_day;
	END IF;
	WHILE month <= to_day LOOP
		partition := 'delivery_facts_' || to_char(month, 'YYYY_MM');
		IF NOT delivery_month_attached(month) THEN
			PERFORM pg_advisory_xact_lock(hashtext('ensure_delivery_partitions'));
			-- Another call may have made it meanwhile.
			IF NOT delivery_month_attached(month) THEN
				-- The catalog itself: to_regclass answers what it remembers.
				IF EXISTS (SELECT FROM pg_class WHERE relname = partition
					AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'delivery_facts'::regclass)) THEN
					RAISE EXCEPTION 'Delivery of % cannot be taken: the table % stands, but is not a partition of delivery_facts. Attach it again, or drop it once it is kept elsewhere (docs/operations/database.md, "Months of delivery").',
						to_char(month, 'YYYY-MM'), partition USING ERRCODE = 'object_not_in_prerequisite_state';
				END IF;
				EXECUTE format('CREATE TABLE %I (LIKE delivery_facts INCLUDING ALL)', partition);
				EXECUTE format('ALTER TABLE delivery_facts ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
					partition, month, (month + interval '1 month')::date);
			END IF;
		END IF;
		month := (month + interval '1 month')::date;
	END LOOP;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'Table % takes new rows only', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE ON "audit_log"
	FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE FUNCTION "refuse_early_removal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND OLD.at < now() - interval '30 days' THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'Table % takes new rows only, and keeps them for 30 days', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "security_events_append_only" BEFORE UPDATE OR DELETE ON "security_events"
	FOR EACH ROW EXECUTE FUNCTION "refuse_early_removal"();
--> statement-breakpoint
CREATE TRIGGER "security_events_not_emptied" BEFORE TRUNCATE ON "security_events"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_early_removal"();
--> statement-breakpoint
-- Periods of one group, or of one medium of it, never overlap (spec/domain "Revenue share"), however many are added at
-- once. Ids stand as ranges of one number: ranges can be compared in a GiST index without an extension.
-- Periods of one group, or of one medium of it, never overlap (DOMAIN "revenue share"), however many are added at
-- once. Ids stand as ranges of one number: ranges can be compared in a GiST index without an extension.
ALTER TABLE "revenue_shares" ADD CONSTRAINT "revenue_shares_no_overlap" EXCLUDE USING gist (
	int8range("publisher_group_id", "publisher_group_id", '[]') WITH &&,
	int8range(coalesce("medium_id", 0), coalesce("medium_id", 0), '[]') WITH &&,
	daterange("valid_from", "valid_to", '[]') WITH &&
) WHERE ("deleted_at" IS NULL);
