import type { ClientBase } from 'pg'

/** Notifications by kind; the columns are account, entity, its id, params and age. */
const told: Readonly<Record<string, string>> = {
  campaign_paused: `
    select account_id, 'campaign', id, jsonb_build_object('name', name), place * interval '9 hours'
    from (select *, row_number() over (order by end_at, id) as place from campaigns where user_status = 'PAUSED' and end_at > $1) paused,
      unnest(array[advertiser_account_id, agency_account_id, rep_account_id]) account_id where account_id is not null`,
  campaign_created: `
    select account_id, 'campaign', id, jsonb_build_object('name', name), place * interval '13 hours'
    from (select *, row_number() over (order by start_at, id) as place from campaigns where start_at > $1) coming,
      unnest(array[advertiser_account_id, agency_account_id, rep_account_id]) account_id where account_id is not null`,
  credit_applied: `
    select a.id, 'company', c.id, jsonb_build_object('name', c.name), interval '26 hours'
    from companies c, accounts a where c.credit_status = 'APPLIED' and a.kind = 'admin'`,
  credit_approved: `
    select a.id, 'company', c.id, jsonb_build_object('name', c.name), interval '12 days'
    from companies c join accounts a on a.company_id = c.id where c.credit_status = 'ACTIVE' and a.kind <> 'admin'`,
  message: `
    select id, null::text, null::bigint, '{"text":"先月分の配信レポートをご確認ください。"}'::jsonb, interval '5 hours' from accounts where kind <> 'admin'`,
}

export async function writeNotifications(client: ClientBase, now: Date): Promise<void> {
  const rows = Object.entries(told).map(
    ([kind, select]) => `select '${kind}', told.* from (${select}) told (account_id, entity, entity_id, params, ago)`,
  )
  // In chronological order.
  await client.query(
    `insert into notifications (account_id, kind, entity, entity_id, params, created_at)
     select account_id, kind, entity, entity_id, params, $1::timestamptz - ago
     from (${rows.join(' union all ')}) rows (kind, account_id, entity, entity_id, params, ago) order by ago desc, account_id, entity_id`,
    [now.toISOString()],
  )
  // Notifications older than three days are read.
  await client.query(
    `insert into notification_confirmations (account_id, notification_id, user_id, confirmed_at)
     select n.account_id, n.id, m.user_id, n.created_at + interval '8 hours'
     from notifications n join memberships m on m.account_id = n.account_id where n.created_at < $1::timestamptz - interval '3 days'`,
    [now.toISOString()],
  )
}
