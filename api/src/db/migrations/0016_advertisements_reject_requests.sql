CREATE TABLE "advertisements" (
	"publisher_group_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "advertisements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"frame_id" bigint NOT NULL,
	"space_id" bigint NOT NULL,
	"medium_id" bigint NOT NULL,
	"advertiser_account_id" bigint NOT NULL,
	"ad_id" bigint NOT NULL,
	"creative_id" bigint,
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
ALTER TABLE "ad_articles" ADD COLUMN "excluded_by" text;--> statement-breakpoint
ALTER TABLE "ad_whitelist" ADD COLUMN "excluded_by" text;--> statement-breakpoint
ALTER TABLE "advertisements" ADD CONSTRAINT "advertisements_publisher_group_id_publisher_groups_id_fk" FOREIGN KEY ("publisher_group_id") REFERENCES "public"."publisher_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "advertisements" ADD CONSTRAINT "advertisements_frame" FOREIGN KEY ("publisher_group_id","frame_id") REFERENCES "public"."frames"("publisher_group_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reject_requests" ADD CONSTRAINT "reject_requests_publisher_group_id_publisher_groups_id_fk" FOREIGN KEY ("publisher_group_id") REFERENCES "public"."publisher_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reject_requests" ADD CONSTRAINT "reject_requests_medium" FOREIGN KEY ("publisher_group_id","medium_id") REFERENCES "public"."media"("publisher_group_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "advertisements_by_id" ON "advertisements" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "advertisements_once" ON "advertisements" USING btree ("publisher_group_id","frame_id","ad_id");--> statement-breakpoint
CREATE INDEX "advertisements_newest" ON "advertisements" USING btree ("last_day" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "advertisements_of_group" ON "advertisements" USING btree ("publisher_group_id","last_day" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "advertisements_of_ad" ON "advertisements" USING btree ("ad_id");--> statement-breakpoint
CREATE INDEX "reject_requests_by_id" ON "reject_requests" USING btree ("id");--> statement-breakpoint
CREATE INDEX "reject_requests_newest" ON "reject_requests" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "reject_requests_of_ad" ON "reject_requests" USING btree ("publisher_group_id","ad_id","medium_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "reject_requests_one_filed" ON "reject_requests" USING btree ("publisher_group_id","ad_id","medium_id") WHERE status = 'FILED' and deleted_at is null;