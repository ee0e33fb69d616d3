CREATE TABLE "delivery_mappings" (
	"source" text PRIMARY KEY NOT NULL,
	"map" text NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
