ALTER TABLE "release_beacons" ADD COLUMN "route" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "release_beacons" ADD COLUMN "error" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "release_beacons" DROP CONSTRAINT "release_beacons_unit_build_minute_account_id_canary_phase_pk";--> statement-breakpoint
ALTER TABLE "release_beacons" ADD CONSTRAINT "release_beacons_pk" PRIMARY KEY("unit","build","minute","account_id","canary","phase","route","error");
