CREATE TABLE "release_violations" (
	"unit" text NOT NULL,
	"build" text NOT NULL,
	"file" text NOT NULL,
	"line" integer NOT NULL,
	"column" integer NOT NULL,
	"directive" text NOT NULL,
	"blocked" text NOT NULL,
	"area" text NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "release_violations_pk" PRIMARY KEY("unit","build","file","line","column","directive","blocked","area")
);
--> statement-breakpoint
CREATE INDEX "release_violations_by_age" ON "release_violations" USING btree ("last_at");