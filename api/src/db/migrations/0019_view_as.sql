CREATE TABLE "viewings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "viewings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"admin_user_id" bigint NOT NULL,
	"admin_account_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "viewings_of_another" CHECK ("viewings"."user_id" <> "viewings"."admin_user_id"),
	CONSTRAINT "viewings_end" CHECK ("viewings"."ends_at" > "viewings"."started_at")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "viewing_id" bigint;--> statement-breakpoint
ALTER TABLE "viewings" ADD CONSTRAINT "viewings_admin_user_id_users_id_fk" FOREIGN KEY ("admin_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewings" ADD CONSTRAINT "viewings_admin_account_id_accounts_id_fk" FOREIGN KEY ("admin_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewings" ADD CONSTRAINT "viewings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewings" ADD CONSTRAINT "viewings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "viewings_open" ON "viewings" USING btree ("ends_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "viewings_by_user" ON "viewings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "viewings_by_admin" ON "viewings" USING btree ("admin_user_id");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_viewing_id_viewings_id_fk" FOREIGN KEY ("viewing_id") REFERENCES "public"."viewings"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_by_viewing" ON "sessions" USING btree ("viewing_id") WHERE viewing_id is not null;