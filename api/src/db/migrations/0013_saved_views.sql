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
CREATE INDEX "saved_views_by_id" ON "saved_views" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("account_id","user_id","resource","name");--> statement-breakpoint
CREATE INDEX "saved_views_of_list" ON "saved_views" USING btree ("account_id","resource");