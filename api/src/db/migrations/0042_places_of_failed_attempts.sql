ALTER TABLE "login_failures" ADD COLUMN "subject" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "login_failures" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "login_failures" ADD COLUMN "network" text;--> statement-breakpoint
CREATE INDEX "login_failures_by_address" ON "login_failures" USING btree ("address","at");--> statement-breakpoint
CREATE INDEX "login_failures_by_network" ON "login_failures" USING btree ("network","at");--> statement-breakpoint
CREATE INDEX "login_failures_by_age" ON "login_failures" USING btree ("at");