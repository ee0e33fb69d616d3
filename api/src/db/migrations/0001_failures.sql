CREATE TABLE "release_failures" (
	"unit" text NOT NULL,
	"build" text NOT NULL,
	"key" text NOT NULL,
	"message" text NOT NULL,
	"frames" jsonb NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "release_failures_pk" PRIMARY KEY("unit","build","key")
);
--> statement-breakpoint
CREATE INDEX "release_failures_by_age" ON "release_failures" USING btree ("seen_at");