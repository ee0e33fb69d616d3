-- What ads led to is found anew: what has not been handed in is in preparation now.
INSERT INTO "changed_campaigns" (advertiser_account_id, campaign_id)
  SELECT DISTINCT advertiser_account_id, campaign_id FROM "ads" WHERE deleted_at IS NULL AND end_at > now();
