ALTER TABLE "delivery_files" ALTER COLUMN "clicks" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_files" ALTER COLUMN "conversions" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_files" ALTER COLUMN "media_cost" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily" ADD COLUMN "unknown_clicks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily" ADD COLUMN "unknown_cv_click" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily" ADD COLUMN "unknown_cv_view" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily" ADD COLUMN "unknown_requests" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily" ADD COLUMN "unknown_measured" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily" ADD COLUMN "unknown_viewable" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily" ADD COLUMN "unknown_media_cost" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_advertiser" ADD COLUMN "unknown_clicks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_advertiser" ADD COLUMN "unknown_cv_click" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_advertiser" ADD COLUMN "unknown_cv_view" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_advertiser" ADD COLUMN "unknown_requests" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_advertiser" ADD COLUMN "unknown_measured" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_advertiser" ADD COLUMN "unknown_viewable" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_advertiser" ADD COLUMN "unknown_media_cost" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_advertiser_space" ADD COLUMN "unknown_clicks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_advertiser_space" ADD COLUMN "unknown_cv_click" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_advertiser_space" ADD COLUMN "unknown_cv_view" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_advertiser_space" ADD COLUMN "unknown_requests" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_advertiser_space" ADD COLUMN "unknown_measured" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_advertiser_space" ADD COLUMN "unknown_viewable" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_advertiser_space" ADD COLUMN "unknown_media_cost" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_campaign" ADD COLUMN "unknown_clicks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_campaign" ADD COLUMN "unknown_cv_click" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_campaign" ADD COLUMN "unknown_cv_view" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_campaign" ADD COLUMN "unknown_requests" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_campaign" ADD COLUMN "unknown_measured" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_campaign" ADD COLUMN "unknown_viewable" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_campaign" ADD COLUMN "unknown_media_cost" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_space" ADD COLUMN "unknown_clicks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_space" ADD COLUMN "unknown_cv_click" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_space" ADD COLUMN "unknown_cv_view" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_space" ADD COLUMN "unknown_requests" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_space" ADD COLUMN "unknown_measured" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_space" ADD COLUMN "unknown_viewable" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_daily_space" ADD COLUMN "unknown_media_cost" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_monthly_campaign" ADD COLUMN "unknown_clicks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_monthly_campaign" ADD COLUMN "unknown_cv_click" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_monthly_campaign" ADD COLUMN "unknown_cv_view" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_monthly_campaign" ADD COLUMN "unknown_requests" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_monthly_campaign" ADD COLUMN "unknown_measured" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_monthly_campaign" ADD COLUMN "unknown_viewable" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_monthly_campaign" ADD COLUMN "unknown_media_cost" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_ten_day_campaign" ADD COLUMN "unknown_clicks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_ten_day_campaign" ADD COLUMN "unknown_cv_click" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_ten_day_campaign" ADD COLUMN "unknown_cv_view" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_ten_day_campaign" ADD COLUMN "unknown_requests" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_ten_day_campaign" ADD COLUMN "unknown_measured" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_ten_day_campaign" ADD COLUMN "unknown_viewable" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_ten_day_campaign" ADD COLUMN "unknown_media_cost" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_totals_ad" ADD COLUMN "unknown_clicks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_totals_ad" ADD COLUMN "unknown_cv_click" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_totals_ad" ADD COLUMN "unknown_cv_view" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_totals_ad" ADD COLUMN "unknown_requests" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_totals_ad" ADD COLUMN "unknown_measured" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_totals_ad" ADD COLUMN "unknown_viewable" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_totals_ad" ADD COLUMN "unknown_media_cost" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_totals_campaign" ADD COLUMN "unknown_clicks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_totals_campaign" ADD COLUMN "unknown_cv_click" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_totals_campaign" ADD COLUMN "unknown_cv_view" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_totals_campaign" ADD COLUMN "unknown_requests" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_totals_campaign" ADD COLUMN "unknown_measured" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_totals_campaign" ADD COLUMN "unknown_viewable" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_totals_campaign" ADD COLUMN "unknown_media_cost" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Facts that were handed in before keep their zeros: nobody knows any more which of them a file said.
ALTER TABLE "delivery_facts"
	ALTER COLUMN "clicks" DROP NOT NULL, ALTER COLUMN "clicks" DROP DEFAULT,
	ALTER COLUMN "cv_click" DROP NOT NULL, ALTER COLUMN "cv_click" DROP DEFAULT,
	ALTER COLUMN "cv_view" DROP NOT NULL, ALTER COLUMN "cv_view" DROP DEFAULT,
	ALTER COLUMN "requests" DROP NOT NULL, ALTER COLUMN "requests" DROP DEFAULT,
	ALTER COLUMN "measured" DROP NOT NULL, ALTER COLUMN "measured" DROP DEFAULT,
	ALTER COLUMN "viewable" DROP NOT NULL, ALTER COLUMN "viewable" DROP DEFAULT,
	ALTER COLUMN "media_cost" DROP NOT NULL, ALTER COLUMN "media_cost" DROP DEFAULT,
	ADD COLUMN "cost_by_share" boolean DEFAULT false NOT NULL;
