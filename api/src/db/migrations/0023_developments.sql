CREATE TABLE "developments" (
	"session_hash" text PRIMARY KEY NOT NULL,
	"area" text NOT NULL,
	"origin" text NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "developments" ADD CONSTRAINT "developments_session_hash_sessions_id_hash_fk" FOREIGN KEY ("session_hash") REFERENCES "public"."sessions"("id_hash") ON DELETE cascade ON UPDATE no action;