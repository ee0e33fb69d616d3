CREATE TABLE "delivery_file_advertisers" (
	"delivery_file_id" bigint NOT NULL,
	"advertiser_account_id" bigint NOT NULL,
	"rows_taken" bigint NOT NULL,
	"imps" bigint NOT NULL,
	"clicks" bigint,
	"conversions" bigint,
	"gross" numeric(18, 6) NOT NULL,
	"media_cost" numeric(18, 6),
	CONSTRAINT "delivery_file_advertisers_pk" PRIMARY KEY("delivery_file_id","advertiser_account_id")
);
--> statement-breakpoint
ALTER TABLE "delivery_files" ALTER COLUMN "advertiser_account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_file_advertisers" ADD CONSTRAINT "delivery_file_advertisers_delivery_file_id_delivery_files_id_fk" FOREIGN KEY ("delivery_file_id") REFERENCES "public"."delivery_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_file_advertisers" ADD CONSTRAINT "delivery_file_advertisers_advertiser_account_id_accounts_id_fk" FOREIGN KEY ("advertiser_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_file_advertisers_by_advertiser" ON "delivery_file_advertisers" USING btree ("advertiser_account_id");--> statement-breakpoint
INSERT INTO "delivery_file_advertisers" SELECT id, advertiser_account_id, rows_taken, imps, clicks, conversions, gross, media_cost FROM "delivery_files";
