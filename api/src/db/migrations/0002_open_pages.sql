CREATE TABLE "open_pages" (
	"page" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"shell_build" text NOT NULL,
	"unit" text,
	"build" text,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "open_pages" ADD CONSTRAINT "open_pages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "open_pages_of_user" ON "open_pages" USING btree ("user_id","seen_at");--> statement-breakpoint
CREATE INDEX "open_pages_by_age" ON "open_pages" USING btree ("seen_at");