import type { Queries } from '../roll-up/roll-ups.ts'

const bodyOf = (type: string, data: string) => `jsonb_build_object('type', ${type},
  'timestamp', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', jsonb_build_object('account_id', w.account_id, ${data}))::text`

const fileType = `'delivery_file.' || lower(f.status)`

/** Advertisers of a file whose reports the account of a webhook reads. */
const readAdvertisers = `select s.advertiser_account_id from delivery_file_advertisers s where s.delivery_file_id = f.id
  and (a.kind = 'admin' or s.advertiser_account_id = w.account_id or exists (select from campaigns c
    where c.advertiser_account_id = s.advertiser_account_id and w.account_id in (c.agency_account_id, c.rep_account_id)))`

/**
 * Queues what webhooks are told of a delivery file, in its transaction: administrators that it was taken, refused or withdrawn,
 * and everybody whose reports it changes that they are ready to be read again.
 */
export async function tellOfFile(client: Queries, id: number): Promise<void> {
  const hearing = (topic: string) => `from delivery_files f, webhooks w join accounts a on a.id = w.account_id
    where f.id = ${id} and w.status = 'ACTIVE' and '${topic}' = any(w.topics)`
  await client.query(`insert into webhook_deliveries (webhook_id, type, body)
    select w.id, ${fileType}, ${bodyOf(fileType, `'id', f.id, 'source', f.source, 'name', f.name, 'rows_taken', f.rows_taken, 'rows_refused', f.rows_refused`)}
    ${hearing('delivery_file')} and a.kind = 'admin'`)
  await client.query(`insert into webhook_deliveries (webhook_id, type, body)
    select w.id, 'report.updated', ${bodyOf(`'report.updated'`, `'delivery_file_id', f.id, 'advertiser_account_ids', array(${readAdvertisers})`)}
    ${hearing('report')} and f.status in ('TAKEN', 'PARTLY', 'WITHDRAWN') and exists (${readAdvertisers})`)
}
