ALTER TABLE "sso_identities" ADD COLUMN "signed_in_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sso_providers" ADD COLUMN "required" boolean DEFAULT false NOT NULL;