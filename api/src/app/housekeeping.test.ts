import { auditDays, openPageMinutes, webhookLimits } from '@adsite/contract'
import { inject, expect, test } from 'vitest'
import { databaseOf, onDatabase } from '../db/cluster/cluster-database.ts'
import { fillTables, writtenColumns } from '../db/upgrade/testing/fill-tables.ts'
import { createTestDatabase } from '../testing/database.ts'
import { sweep } from './housekeeping.ts'

/** How long rows are kept, by table and the column that counts. */
const kept = [
  ['idempotency_keys', 'created_at', '1 day'],
  ['login_failures', 'at', '1 hour'],
  ['open_pages', 'seen_at', `${2 * openPageMinutes} minutes`],
  ['password_resets', 'created_at', '1 day'],
  ['release_beacons', 'minute', '7 days'],
  ['release_failures', 'seen_at', '7 days'],
  ['release_incidents', 'created_at', '30 days'],
  ['release_violations', 'last_at', '7 days'],
  ['release_vitals', 'minute', '7 days'],
  ['security_events', 'at', `${auditDays.default} days`],
  ['sessions', 'created_at', '12 hours'],
  ['sessions', 'last_seen_at', '120 minutes'],
  ['used_challenges', 'used_at', '15 minutes'],
  ['viewings', 'ended_at', `${auditDays.default} days`],
  ['webhook_deliveries', 'created_at', `${webhookLimits.days} days`],
] as const

/** What goes with a row that is deleted. */
const along = { developments: 2, previews: 2, mail_jobs: 1 }

test('of all tables, rows go that have been kept for their time, and none before', async () => {
  const { url, db, pool, drop } = await createTestDatabase()
  const name = new URL(url).pathname.slice(1)
  const expected = new Map<string, number>(Object.entries(along))
  // A row that is too old by each of its columns, one that is not by a minute, and one of now.
  const rows = 4
  const tables = await onDatabase(databaseOf(inject('superuserUrl'), name), async (client) => {
    const columns = await writtenColumns(client)
    await fillTables(client, columns, 1, rows)
    await client.query('set session_replication_role = replica')
    for (const [table, column, age] of kept) {
      const older = expected.get(table) ?? 0
      const at = async (place: number, difference: string) =>
        client.query(
          `update ${table} set ${column} = now() - interval '${age}' ${difference} where ctid = (select ctid from ${table} order by ctid offset ${place} limit 1)`,
        )
      await at(older, `- interval '1 minute'`)
      await at(rows - 2, `+ interval '1 minute'`)
      expected.set(table, older + 1)
    }
    return [...columns.keys()]
  })
  const counted = async () => {
    const found = await pool.query<Record<string, number>>(
      `select ${tables.map((table) => `(select count(*) from "${table}") as "${table}"`).join(', ')}`,
    )
    return found.rows[0]!
  }
  const before = await counted()
  await sweep(db)
  const after = await counted()
  const gone = tables.filter((table) => before[table] !== after[table]).map((table) => [table, before[table]! - after[table]!])
  expect(Object.fromEntries(gone)).toEqual(Object.fromEntries(expected))
  await drop()
})
