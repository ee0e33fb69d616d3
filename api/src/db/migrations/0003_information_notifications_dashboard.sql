CREATE TABLE "delivery_daily_space" (
	"publisher_group_id" bigint NOT NULL,
	"day" date NOT NULL,
	"space_id" bigint NOT NULL,
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
CREATE TABLE "information" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "information_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"name_norm" text NOT NULL,
	"type" text NOT NULL,
	"is_important" boolean NOT NULL,
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
	CONSTRAINT "notifications_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "inviting_account_id" bigint;--> statement-breakpoint
ALTER TABLE "information_attachments" ADD CONSTRAINT "information_attachments_information_id_information_id_fk" FOREIGN KEY ("information_id") REFERENCES "public"."information"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "information_confirmations" ADD CONSTRAINT "information_confirmations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "information_confirmations" ADD CONSTRAINT "information_confirmations_information_id_information_id_fk" FOREIGN KEY ("information_id") REFERENCES "public"."information"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_confirmations" ADD CONSTRAINT "notification_confirmations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_confirmations" ADD CONSTRAINT "notification_confirmations_of_notification" FOREIGN KEY ("account_id","notification_id") REFERENCES "public"."notifications"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_daily_space_by_day" ON "delivery_daily_space" USING btree ("day");--> statement-breakpoint
CREATE INDEX "information_newest" ON "information" USING btree ("publish_from" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "information_attachments_of_information" ON "information_attachments" USING btree ("information_id","id");--> statement-breakpoint
CREATE INDEX "information_confirmations_of_user" ON "information_confirmations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "information_confirmations_of_information" ON "information_confirmations" USING btree ("information_id");--> statement-breakpoint
CREATE INDEX "notification_confirmations_of_user" ON "notification_confirmations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "campaigns_by_end" ON "campaigns" USING btree ("end_at") WHERE deleted_at is null;--> statement-breakpoint
-- What was delivered before this roll-up was kept. Nobody adds facts while it is counted.
LOCK TABLE "delivery_facts" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
INSERT INTO "delivery_daily_space" ("publisher_group_id", "day", "space_id", "imps", "clicks", "cv_click", "cv_view", "requests", "measured", "viewable", "gross", "media_cost")
SELECT "publisher_group_id", "day", "space_id", sum("imps"), sum("clicks"), sum("cv_click"), sum("cv_view"), sum("requests"), sum("measured"), sum("viewable"), sum("gross"), sum("media_cost")
FROM "delivery_facts" WHERE "space_id" IS NOT NULL AND "publisher_group_id" IS NOT NULL
GROUP BY "publisher_group_id", "day", "space_id";
