CREATE TABLE "ad_paces" (
	"advertiser_account_id" bigint NOT NULL,
	"ad_id" bigint NOT NULL,
	"through" date DEFAULT '-infinity' NOT NULL,
	"spent" numeric(18, 6),
	"planned" bigint,
	"ratio" double precision,
	"state" text,
	"forecast" bigint,
	CONSTRAINT "ad_paces_pk" PRIMARY KEY("advertiser_account_id","ad_id")
);
--> statement-breakpoint
CREATE INDEX "ad_paces_through" ON "ad_paces" USING btree ("through");--> statement-breakpoint
CREATE INDEX "ad_paces_by_state" ON "ad_paces" USING btree ("state","advertiser_account_id");