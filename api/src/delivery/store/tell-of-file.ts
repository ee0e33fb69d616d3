import type { Queries } from '../roll-up/roll-ups.ts'

const bodyOf = (type: string, data: string) => `jsonb_build_object('type', ${type},
  'timestamp', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', jsonb_build_object('account_id', w.account_id, ${data}))::text`

const fileType = `'delivery_file.' || lower(f.status)`

const hearing = (id: number, topic: string) => `from delivery_files f, webhooks w join accounts a on a.id = w.account_id
  where f.id = ${id} and w.status = 'ACTIVE' and '${topic}' = any(w.topics)`

/** Queues what the webhooks of administrators are told of a delivery file, in its transaction: it was taken, refused or withdrawn. */
export async function tellOfFile(client: Queries, id: number): Promise<void> {
  await client.query(`insert into webhook_deliveries (webhook_id, type, body)
    select w.id, ${fileType}, ${bodyOf(fileType, `'id', f.id, 'source', f.source, 'name', f.name, 'rows_taken', f.rows_taken, 'rows_refused', f.rows_refused`)}
    ${hearing(id, 'delivery_file')} and a.kind = 'admin'`)
}

/** Advertisers of a file whose reports the account of a webhook reads. */
const readAdvertisers = `select s.advertiser_account_id from delivery_file_advertisers s where s.delivery_file_id = f.id
  and (a.kind = 'admin' or s.advertiser_account_id = w.account_id or exists (select from campaigns c
    where c.advertiser_account_id = s.advertiser_account_id and w.account_id in (c.agency_account_id, c.rep_account_id)))`

const array = (ids: readonly unknown[]) => `'{${ids.map((id) => id ?? 'null').join(',')}}'::bigint[]`

/**
 * Queues that reports are ready to be read again, for the webhooks of everybody whose reports a file changes, in its
 * transaction. The roll-ups must have been updated: their changes are in `delivery_changes`.
 */
export async function tellOfReports(client: Queries, id: number): Promise<void> {
  const { rows: changed } = await client.query(
    `select distinct publisher_group_id from delivery_changes where publisher_group_id is not null`,
  )
  // In two steps, because a cluster cannot join a temporary table with those of its tenants.
  const { rows: groups } = await client.query(`select id, account_id, ptd_account_id from publisher_groups
    where deleted_at is null and id = any (${array(changed.map((row) => row['publisher_group_id']))}) order by id`)
  const columns = ['id', 'account_id', 'ptd_account_id'].map((column) => array(groups.map((group) => group[column])))
  const readGroups = `select g.id from unnest(${columns.join(', ')}) g(id, account_id, ptd_account_id)
    where a.kind = 'admin' or w.account_id in (g.account_id, g.ptd_account_id)`
  await client.query(`insert into webhook_deliveries (webhook_id, type, body)
    select w.id, 'report.updated', ${bodyOf(`'report.updated'`, `'delivery_file_id', f.id, 'advertiser_account_ids', array(${readAdvertisers}), 'publisher_group_ids', array(${readGroups})`)}
    ${hearing(id, 'report')} and (exists (${readAdvertisers}) or exists (${readGroups}))`)
}
