CREATE TABLE "change_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "change_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"area" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" bigint,
	"action" text NOT NULL,
	"name" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"permission" text NOT NULL,
	"reason" text,
	"requested_by" bigint NOT NULL,
	"requested_in" bigint NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lapses_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" bigint,
	"outcome" text,
	"decision" text,
	CONSTRAINT "change_requests_outcome" CHECK (("change_requests"."ended_at" is null) = ("change_requests"."outcome" is null)),
	CONSTRAINT "change_requests_another" CHECK ("change_requests"."outcome" is distinct from 'APPROVED' or "change_requests"."ended_by" <> "change_requests"."requested_by")
);
--> statement-breakpoint
CREATE TABLE "four_eyes" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"areas" text[] NOT NULL,
	"order_above" numeric(18, 6) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "change_requests" ADD CONSTRAINT "change_requests_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_requests" ADD CONSTRAINT "change_requests_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "four_eyes" ADD CONSTRAINT "four_eyes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "change_requests_one_open" ON "change_requests" USING btree ("entity","entity_id","account_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "change_requests_of_account" ON "change_requests" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "change_requests_ended" ON "change_requests" USING btree ("ended_at");