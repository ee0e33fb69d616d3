ALTER TABLE "audit_log" ADD COLUMN "request_id" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "undoes" bigint;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "audit_log_by_request" ON "audit_log" USING btree ("request_id") WHERE "audit_log"."request_id" is not null;