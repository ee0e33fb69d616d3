-- Spreads the delivery facts of the site over the nodes of a Citus cluster. Run it on the coordinator, as the user that the site
-- connects as: psql -v ON_ERROR_STOP=1 -d "$DATABASE_URL" -f citus.sql
-- The site may be running: until the end, delivery files wait, and nothing else does. Everything else stays on the
-- coordinator (docs/decisions/0028-citus.md). It may be run again.

-- A file that is being stored may itself wait for a new month, which waits behind this script: it gives up rather than hold all
-- of them. Run it again then.
set lock_timeout = '20s';

create extension if not exists citus;

-- An advertiser's facts are on one node, in 32 groups of advertisers that can be moved to others.
select create_distributed_table('delivery_facts', 'advertiser_account_id')
  where not exists (select from pg_dist_partition where logicalrelid = 'delivery_facts'::regclass);

-- The rows that were copied to the nodes, which the coordinator no longer reads.
select truncate_local_data_after_distributing_table('delivery_facts');
