import type { ClientBase } from 'pg'
import { advertiserNameLength } from '../parse/delivery-line.ts'
import { calledId, isName } from '../parse/call.ts'
import { insertNamedCompany, insertRecord } from './insert-record.ts'
import type { Match } from './name-lookups.ts'
import { DeliveryError } from '../error/delivery-error.ts'

/** Creates an advertiser and its company from a name alone. */
export async function createAdvertiser(client: ClientBase, name: string, userId: number | null): Promise<number> {
  const company_id = await insertNamedCompany(client, userId, name)
  return insertRecord(client, userId, 'advertiser', { kind: 'advertiser', company_id, name })
}

/** Finds a few advertiser accounts per reference. */
export async function advertiserMatches(client: ClientBase, calls: readonly string[]): Promise<Map<string, Match[]>> {
  const { rows } = await client.query<Match & { wanted: string }>(
    `select wanted.name as wanted, a.id, true as named from unnest($1::text[], $2::bigint[]) wanted(name, id)
       cross join lateral (
         select id from accounts where kind = 'advertiser' and deleted_at is null and coalesce(id = wanted.id, name = wanted.name) limit 2) a`,
    [calls, calls.map((call) => (isName(call) ? null : calledId(call)))],
  )
  return Map.groupBy(rows, ({ wanted }) => wanted)
}

/**
 * Finds the advertiser account that `advertiser` of `IngestOptions` means. With `create`, a missing name is created together
 * with a company; an id never is. Must run inside the ingest's transaction.
 */
export async function resolveAdvertiser(
  client: ClientBase,
  given: string | number,
  create: boolean,
  userId: number | null,
): Promise<number> {
  const advertiser = String(given)
  // Two files with the same new advertiser must not create it twice.
  if (create) await client.query(`select pg_advisory_xact_lock(hashtext('delivery advertisers'), hashtext($1))`, [advertiser])
  const id = /^[1-9]\d{0,14}$/u.test(advertiser) ? Number(advertiser) : null
  const { rows } = await client.query<{ id: number }>(
    `select id from accounts
     where kind = 'advertiser' and deleted_at is null and (name = $1 or id = $2) order by id limit 20`,
    [typeof given === 'number' ? null : given, id],
  )
  const byId = rows.find((row) => row.id === id)
  if (byId) return byId.id
  if (rows.length > 1)
    throw new DeliveryError('advertiser', 'advertiser_ambiguous', { advertiser, ids: rows.map((row) => row.id).join(', ') })
  if (rows[0]) return rows[0].id
  if (!create || id !== null) throw new DeliveryError('advertiser', 'advertiser_unknown', { advertiser })
  if ([...advertiser].length > advertiserNameLength)
    throw new DeliveryError('advertiser', 'too_long', { field: 'advertiser', max: advertiserNameLength })
  return createAdvertiser(client, advertiser, userId)
}
