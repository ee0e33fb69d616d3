-- How the tables of the site lie on a Citus cluster. Run it once, on the coordinator, after the site has started
-- for the first time there (it makes the tables) and while it is stopped: psql -f citus.sql "$DATABASE_URL"
-- A test holds that every table is named here and keeps to the rules of its kind (api/src/db/citus.test.ts).

create extension if not exists citus;

-- Columns and indexes of the tables below are made with them, on the workers too.
select create_distributed_function('bigrams(text)');
select create_distributed_function('search_form(text)');

-- Whole on every node: small, and joined by everything.
select create_reference_table('companies');
select create_reference_table('accounts');
select create_reference_table('users');
select create_reference_table('memberships');
select create_reference_table('formats');
select create_reference_table('products');
select create_reference_table('product_formats');
select create_reference_table('product_spaces');
select create_reference_table('publisher_groups');
select create_reference_table('publishers');
select create_reference_table('media');
select create_reference_table('spaces');
select create_reference_table('frames');
select create_reference_table('format_settings');
select create_reference_table('revenue_shares');
select create_reference_table('articles');

-- The advertiser's side: one advertiser is on one node, with its delivery.
select create_distributed_table('campaigns', 'advertiser_account_id');
select create_distributed_table('ads', 'advertiser_account_id', colocate_with => 'campaigns');
select create_distributed_table('creative_groups', 'advertiser_account_id', colocate_with => 'campaigns');
select create_distributed_table('creatives', 'advertiser_account_id', colocate_with => 'campaigns');
select create_distributed_table('creative_revisions', 'advertiser_account_id', colocate_with => 'campaigns');
select create_distributed_table('creative_materials', 'advertiser_account_id', colocate_with => 'campaigns');
select create_distributed_table('orders', 'advertiser_account_id', colocate_with => 'campaigns');
select create_distributed_table('ad_articles', 'advertiser_account_id', colocate_with => 'campaigns');
select create_distributed_table('ad_whitelist', 'advertiser_account_id', colocate_with => 'campaigns');
select create_distributed_table('delivery_facts', 'advertiser_account_id', colocate_with => 'campaigns');
select create_distributed_table('delivery_daily_advertiser', 'advertiser_account_id', colocate_with => 'campaigns');
select create_distributed_table('delivery_daily_advertiser_space', 'advertiser_account_id', colocate_with => 'campaigns');
select create_distributed_table('delivery_daily_campaign', 'advertiser_account_id', colocate_with => 'campaigns');
select create_distributed_table('delivery_ten_day_campaign', 'advertiser_account_id', colocate_with => 'campaigns');
select create_distributed_table('delivery_monthly_campaign', 'advertiser_account_id', colocate_with => 'campaigns');
select create_distributed_table('delivery_totals_campaign', 'advertiser_account_id', colocate_with => 'campaigns');
select create_distributed_table('delivery_totals_ad', 'advertiser_account_id', colocate_with => 'campaigns');
select create_distributed_table('changed_campaigns', 'advertiser_account_id', colocate_with => 'campaigns');

-- What media groups see of it.
select create_distributed_table('advertisements', 'publisher_group_id');
select create_distributed_table('reject_requests', 'publisher_group_id', colocate_with => 'advertisements');
select create_distributed_table('delivery_daily_space', 'publisher_group_id', colocate_with => 'advertisements');

-- Stay on the coordinator: short-lived, or of the site as a whole.
-- local: secrets, sessions, login_failures, idempotency_keys, password_resets, mail_jobs, invitations
-- local: saved_views, saved_view_defaults, notifications, notification_confirmations
-- local: information, information_confirmations, information_attachments
-- local: release_beacons, open_pages, release_failures, release_vitals, release_violations, developments, previews, audit_log, security_events, delivery_files, delivery_file_advertisers, delivery_refused_lines, delivery_mappings, source_frames, delivery_daily
