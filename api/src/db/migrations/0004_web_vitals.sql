CREATE TABLE "release_vitals" (
	"unit" text NOT NULL,
	"build" text NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"values" real[] NOT NULL,
	CONSTRAINT "release_vitals_pk" PRIMARY KEY("unit","build","minute","account_id","name")
);
--> statement-breakpoint
ALTER TABLE "release_vitals" ADD CONSTRAINT "release_vitals_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "release_vitals_of_account" ON "release_vitals" USING btree ("account_id","minute");--> statement-breakpoint
CREATE INDEX "release_vitals_by_age" ON "release_vitals" USING btree ("minute");