CREATE TABLE "previews" (
	"session_hash" text PRIMARY KEY NOT NULL,
	"builds" jsonb NOT NULL,
	"invited" boolean NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "previews" ADD CONSTRAINT "previews_session_hash_sessions_id_hash_fk" FOREIGN KEY ("session_hash") REFERENCES "public"."sessions"("id_hash") ON DELETE cascade ON UPDATE no action;