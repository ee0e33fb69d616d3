CREATE TABLE "release_beacons" (
	"unit" text NOT NULL,
	"build" text NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"account_id" bigint NOT NULL,
	"canary" boolean NOT NULL,
	"phase" text NOT NULL,
	"ok" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "release_beacons_unit_build_minute_account_id_canary_phase_pk" PRIMARY KEY("unit","build","minute","account_id","canary","phase")
);
--> statement-breakpoint
ALTER TABLE "release_beacons" ADD CONSTRAINT "release_beacons_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "release_beacons_of_account" ON "release_beacons" USING btree ("account_id","minute");--> statement-breakpoint
CREATE INDEX "release_beacons_by_age" ON "release_beacons" USING btree ("minute");