CREATE TABLE "ad_labels" (
	"account_id" bigint NOT NULL,
	"label_id" bigint NOT NULL,
	"advertiser_account_id" bigint NOT NULL,
	"ad_id" bigint NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ad_labels_account_id_label_id_ad_id_pk" PRIMARY KEY("account_id","label_id","ad_id")
);
--> statement-breakpoint
CREATE TABLE "campaign_labels" (
	"account_id" bigint NOT NULL,
	"label_id" bigint NOT NULL,
	"advertiser_account_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaign_labels_account_id_label_id_campaign_id_pk" PRIMARY KEY("account_id","label_id","campaign_id")
);
--> statement-breakpoint
CREATE TABLE "labels" (
	"account_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "labels_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"name_norm" text NOT NULL,
	"colour" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "labels_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "campaign_paces" ADD COLUMN "forecast" bigint;--> statement-breakpoint
ALTER TABLE "ad_labels" ADD CONSTRAINT "ad_labels_label" FOREIGN KEY ("account_id","label_id") REFERENCES "public"."labels"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_labels" ADD CONSTRAINT "ad_labels_ad" FOREIGN KEY ("advertiser_account_id","ad_id") REFERENCES "public"."ads"("advertiser_account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_labels" ADD CONSTRAINT "campaign_labels_label" FOREIGN KEY ("account_id","label_id") REFERENCES "public"."labels"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_labels" ADD CONSTRAINT "campaign_labels_campaign" FOREIGN KEY ("advertiser_account_id","campaign_id") REFERENCES "public"."campaigns"("advertiser_account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "labels" ADD CONSTRAINT "labels_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ad_labels_of_ad" ON "ad_labels" USING btree ("ad_id","account_id","label_id");--> statement-breakpoint
CREATE INDEX "campaign_labels_of_campaign" ON "campaign_labels" USING btree ("campaign_id","account_id","label_id");--> statement-breakpoint
CREATE INDEX "labels_by_id" ON "labels" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "labels_name" ON "labels" USING btree ("account_id","name_norm") WHERE deleted_at is null;