ALTER TABLE "creatives" ADD COLUMN "applied_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "settled_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "creatives_to_review" ON "creatives" USING btree ("applied_at","id") WHERE deleted_at is null and status = 'APPLIED';--> statement-breakpoint
CREATE INDEX "notifications_of_entity" ON "notifications" USING btree ("entity","entity_id");--> statement-breakpoint
UPDATE "creatives" SET "applied_at" = handed_in.applied_at FROM (
  SELECT advertiser_account_id, creative_id, max(applied_at) AS applied_at FROM "creative_revisions" GROUP BY 1, 2
) AS handed_in WHERE handed_in.advertiser_account_id = creatives.advertiser_account_id AND handed_in.creative_id = creatives.id;--> statement-breakpoint
-- What was asked for and has been done meanwhile.
UPDATE "notifications" SET "settled_at" = now() WHERE
  (kind = 'creative_applied' AND entity_id NOT IN (SELECT id FROM "creatives" WHERE status = 'APPLIED'))
  OR (kind = 'creative_rejected' AND entity_id NOT IN (SELECT id FROM "creatives" WHERE status = 'REJECTED'))
  OR (kind = 'order_submitted' AND entity_id NOT IN (SELECT id FROM "orders" WHERE status = 'PENDING_APPROVAL'))
  OR (kind = 'order_disapproved' AND entity_id NOT IN (SELECT id FROM "orders" WHERE status = 'DISAPPROVED'))
  OR (kind = 'credit_applied' AND entity_id NOT IN (SELECT id FROM "companies" WHERE credit_status = 'APPLIED'))
  OR (kind = 'reject_request_filed' AND entity_id NOT IN (SELECT id FROM "reject_requests" WHERE status = 'FILED'));
