import { required, type Role } from '@adsite/contract'
import type { ClientBase } from 'pg'

/** The amount of data to generate. Days are JST. */
export interface Scale {
  readonly campaigns: number
  readonly ads: number
  readonly facts: number
  /** The same seed generates the same rows. */
  readonly seed: number
  /** The last day of delivery, `YYYY-MM-DD`. */
  readonly until: string
  /** Days of delivery up to then: thirteen months. */
  readonly days: number
}

/** Numbers of the records that campaigns and delivery depend on. One campaign in twenty delivers, each on this many consecutive days. */
export function sizesOf({ campaigns, days }: Scale) {
  const advertisers = Math.max(4, Math.round(campaigns / 2000))
  return {
    advertisers,
    agencies: Math.max(2, Math.round(advertisers / 10)),
    reps: Math.max(2, Math.round(advertisers / 20)),
    /** Per advertiser. */
    creativeGroups: Math.max(1, Math.round(campaigns / advertisers / 10)),
    groups: 20,
    tradingDesks: 4,
    media: 100,
    spaces: 500,
    frames: 1000,
    delivering: Math.max(1, Math.round(campaigns / 20)),
    deliveryDays: Math.min(40, days),
  } as const
}

/** First id of the generated rows of each table and of the accounts of each role; the others follow without gaps. */
export type FirstIds<T extends string> = Readonly<Record<T, number>>

/** Whom and what accounts and media consist of. */
export type PartyIds = FirstIds<Role | 'publisher_group' | 'medium' | 'space' | 'frame'>
/** What parties buy and show. */
export type CreativeIds = PartyIds & FirstIds<'product' | 'creative_group'>
export type CampaignIds = CreativeIds & FirstIds<'campaign' | 'ad'>

/** Reserves `count` ids of a table, so that they are known in advance; returns the first. */
export async function reserveIds(client: ClientBase, table: string, count: number): Promise<number> {
  const { rows } = await client.query<{ first: number }>(
    `select setval(s.name, (select coalesce(max(id), 0) from ${table}) + $2::bigint) - $2::bigint + 1 as first
     from pg_get_serial_sequence($1, 'id') s(name)`,
    [table, count],
  )
  return required(rows[0], 'a row of the answer').first
}

/**
 * Creates `pg_temp.draw(n, salt, below)`: an integer from 0 that depends only on its arguments and the seed, so
 * that rows can be generated in any order and in parallel.
 */
export async function createDraw(client: ClientBase, seed: number): Promise<void> {
  await client.query(`create or replace function pg_temp.draw(n bigint, salt int, below bigint) returns bigint
    language sql immutable parallel safe as $$ select (hashint8extended(n, ${seed} * 1000 + salt) & 9223372036854775807) % below $$`)
}

const rowsAtOnce = 250_000

interface Filled {
  readonly table: string
  readonly count: number
  /** `insert … select … from generate_series($1::bigint, $2::bigint) n` */
  readonly statement: string
}

/** Generates rows 0 to `count` of a table in parts; `fresh` means that the table is empty. */
export async function fill(
  client: ClientBase,
  { table, count, statement }: Filled,
  fresh: boolean,
  progress: (line: string) => void,
): Promise<void> {
  async function insert(): Promise<void> {
    for (let from = 0; from < count; from += rowsAtOnce) {
      const to = Math.min(count, from + rowsAtOnce)
      await client.query(statement, [from, to - 1])
      progress(`${to.toLocaleString('en-US')} of ${count.toLocaleString('en-US')} ${table}`)
    }
    progress(`indexes of ${table}`)
  }
  await (fresh ? withoutIndexes(client, table, insert) : insert())
}

/** Drops the indexes of an empty table during a large insert; rebuilding them afterwards costs a fraction. */
export async function withoutIndexes(client: ClientBase, table: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition from pg_index
     where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    [table],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  for (const { definition } of rows) await client.query(definition)
}
