import type { ClientBase } from 'pg'
import { calledCode, calledId } from '../parse/call.ts'
import type { ResolvedFrame } from './frame-resolver.ts'

/** Name of the company, account and publisher group that hold slots known only from files. */
export const importName = '配信データ取込'

export interface Match {
  readonly id: number
  /** True if the name or id matches; false for other ads of the campaign. */
  readonly named: boolean
}
export interface AdWanted {
  readonly campaignId: number
  readonly name: string
}

function byKey<T extends { wanted: string }>(rows: readonly T[]): Map<string, T[]> {
  return Map.groupBy(rows, ({ wanted }) => wanted)
}

/** Finds an advertiser's campaigns or creatives by name or id. */
export async function recordMatches(
  client: ClientBase,
  table: 'campaigns' | 'creatives',
  advertiserId: number,
  calls: readonly string[],
): Promise<Map<string, Match[]>> {
  const { rows } = await client.query<Match & { wanted: string }>(
    `with wanted as (select * from unnest($2::text[], $3::bigint[]) wanted(name, id))
     select wanted.name as wanted, r.id, true as named from wanted
       join ${table} r on r.advertiser_account_id = $1 and r.deleted_at is null and r.name = wanted.name where wanted.id is null
     union all
     select wanted.name, r.id, true from wanted
       join ${table} r on r.advertiser_account_id = $1 and r.deleted_at is null and r.id = wanted.id`,
    [advertiserId, calls, calls.map(calledId)],
  )
  return byKey(rows)
}

/** Finds ads by campaign and name, keyed by `campaign name`; `any` adds a few of the campaign's other ads. */
export async function adMatches(
  client: ClientBase,
  advertiserId: number,
  wanted: readonly AdWanted[],
  any: boolean,
): Promise<Map<string, Match[]>> {
  const names = wanted.map(({ name }) => name)
  const { rows } = await client.query<Match & { wanted: string }>(
    `select wanted.campaign_id || ' ' || wanted.name as wanted, a.id, a.named
     from unnest($2::bigint[], $3::text[], $4::bigint[]) wanted(campaign_id, name, id)
       cross join lateral (
         select a.id, coalesce(a.id = wanted.id, a.name = wanted.name) as named from ads a
         where a.advertiser_account_id = $1 and a.campaign_id = wanted.campaign_id and a.deleted_at is null
           and (coalesce(a.id = wanted.id, a.name = wanted.name) or $5)
         order by named desc limit 3) a`,
    [advertiserId, wanted.map(({ campaignId }) => campaignId), names, names.map(calledId), any],
  )
  return byKey(rows)
}

/** Finds the frames that earlier files of the same source brought under these names. */
export async function framesOfSource(client: ClientBase, source: string, names: readonly string[]): Promise<Map<string, ResolvedFrame>> {
  const { rows } = await client.query<ResolvedFrame & { code: string }>(
    `select distinct on (f.code) f.code, f.id, f.space_id, f.publisher_group_id
     from accounts a join companies c on c.id = a.company_id
       join publisher_groups g on g.account_id = a.id
       join media m on m.publisher_group_id = g.id and m.domain = $2
       join spaces s on s.publisher_group_id = g.id and s.medium_id = m.id
       join frames f on f.publisher_group_id = g.id and f.space_id = s.id and f.code = any ($3)
     where a.kind = 'pg' and a.name = $1 and c.name = $1 and f.deleted_at is null order by f.code, f.id`,
    [importName, source, names],
  )
  return new Map(rows.map(({ code, ...frame }) => [code, frame]))
}

/** Finds the frames that an administrator assigned to these names of the source. */
export async function framesMeant(client: ClientBase, source: string, names: readonly string[]): Promise<Map<string, ResolvedFrame>> {
  const { rows } = await client.query<ResolvedFrame & { name: string }>(
    `select s.name, f.id, f.space_id, f.publisher_group_id from source_frames s join frames f on f.id = s.frame_id
     where s.source = $1 and s.name = any ($2) and s.deleted_at is null and f.deleted_at is null`,
    [source, names],
  )
  return new Map(rows.map(({ name, ...frame }) => [name, frame]))
}

/** Finds our frames by code or id, except those that files brought. */
export async function ownFrames(client: ClientBase, calls: readonly string[]): Promise<Map<string, (ResolvedFrame & Match)[]>> {
  const { rows } = await client.query<ResolvedFrame & Match & { wanted: string }>(
    `with wanted as (select * from unnest($1::text[], $2::text[], $3::bigint[]) wanted(call, code, id)),
       known as not materialized (select * from frames where deleted_at is null
         and publisher_group_id not in (select g.id from publisher_groups g join accounts a on a.id = g.account_id where a.name = $4))
     select wanted.call as wanted, f.id, f.space_id, f.publisher_group_id, true as named from wanted join known f on f.code = wanted.code
     union all select wanted.call, f.id, f.space_id, f.publisher_group_id, true from wanted join known f on f.id = wanted.id`,
    [calls, calls.map(calledCode), calls.map(calledId), importName],
  )
  return byKey(rows)
}
