import { searchWords, required } from '@adsite/contract'
import { and, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { columnOf, type ResourceMapping } from '../mapping/resource-mapping.ts'

/** Rows at the top of a list that are scanned first, where a common word is found. */
export const nearRows = 3_000
/** Above this many matches, scan the list instead of the index. */
const commonRows = 20_000
const commonOneIn = 50
/**
 * A word is common if this many of the near rows have it. For unknown pairs the statistics assume half a
 * percent, so they alone cannot decide.
 */
const commonNear = 10

/**
 * Expected frequency (one in so many rows) of a pair that the statistics do not know. Such a pair is not common
 * and most likely occurs in few rows.
 */
const unknownOneIn = 200
/** Up to this many matching rows are read regardless of tenant, because intersecting with the tenant's rows would take longer. */
const fewRows = 2_000

/** Bigrams of a text, as the database function of that name makes them; none for a single character. */
export function bigramsOf(words: string): string[] {
  const characters = Array.from(words)
  return [...new Set(characters.slice(1).map((character, index) => `${characters[index]}${character}`))]
}

/** The next rows of a list, aliased to the table's name; `listed` is the list's condition. */
export function nearOf({ table }: ResourceMapping, listed: SQL | undefined, orderBy: readonly SQL[]): SQL {
  const order = sql.join([...orderBy], sql`, `)
  return sql`(select * from ${table} where ${listed ?? sql`true`} order by ${order} limit ${nearRows}) as ${table}`
}

export interface RareMatches {
  readonly condition: SQL
  readonly total: number
}

interface Search {
  readonly words: string
  /** The condition of the whole list: scope, filters and search. */
  readonly matching: SQL
  /** The same without filters and search. */
  readonly listed: SQL | undefined
  /** The first rows of the list (`nearOf`). */
  readonly near: SQL
}

interface Plan {
  readonly 'Plan Rows': number
  readonly Plans?: readonly Plan[]
}

/** Estimates how many rows a list has and how many contain all of these bigrams, bounded by the rarest, from the planner's statistics. */
async function expectedRows(
  db: Database,
  table: ResourceMapping['table'],
  listed: SQL | undefined,
  bigrams: readonly string[],
): Promise<{ all: number; having: number }> {
  const having = (pair: string) => sql`bigrams(${columnOf(table, 'name_norm')}) @> ${sql.param([pair])}::text[]`
  const each = [undefined, ...bigrams.map(having)].map((condition) => sql`select from ${table} where ${and(listed, condition)}`)
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(sql`explain (format json) ${sql.join(each, sql` union all `)}`)
  const [all = 0, ...some] = (required(rows[0], 'a row of the answer')['QUERY PLAN'][0].Plan.Plans ?? []).map((plan) => plan['Plan Rows'])
  return { all, having: Math.min(...some) }
}

const found = ({ id }: ResourceMapping['table'], ids: readonly number[]): RareMatches => ({
  condition: sql`${id} = any(${sql.param(ids)}::bigint[])`,
  total: ids.length,
})

/** Returns the matches if few rows of the whole table have the bigrams; undefined otherwise. */
async function fewMatches(db: Database, table: ResourceMapping['table'], having: SQL, matching: SQL): Promise<RareMatches | undefined> {
  const few = sql`(select * from ${table} where ${having} limit ${fewRows + 1}) as ${table}`
  const { rows } = await db.execute<{ id: number; matches: boolean }>(sql`select ${table.id} as id, ${matching} as matches from ${few}`)
  if (rows.length > fewRows) return undefined
  return found(
    table,
    rows.flatMap(({ id, matches }) => (matches ? [id] : [])),
  )
}

/**
 * Finds the matches of a search by the bigram index (spec/design "Lists at scale"). undefined means that there
 * are too many, or that a single character has no bigrams; the list is then scanned.
 */
export async function rareMatches(db: Database, { table }: ResourceMapping, search: Search): Promise<RareMatches | undefined> {
  const { words, matching, listed, near } = search
  const bigrams = [...new Set(searchWords(words).flatMap(bigramsOf))]
  if (bigrams.length === 0) return undefined
  const having = sql`bigrams(${columnOf(table, 'name_norm')}) @> ${sql.param(bigrams)}::text[]`
  const { all, having: expected } = await expectedRows(db, table, listed, bigrams)
  const few = expected * unknownOneIn <= all + unknownOneIn ? await fewMatches(db, table, having, matching) : undefined
  if (few) return few
  if (expected > commonRows || expected * commonOneIn > all) {
    const met = sql`select from ${near} where ${matching} limit ${commonNear}`
    if ((await db.execute(met)).rows.length === commonNear) return undefined
  }
  const { rows } = await db.execute<{ id: number }>(
    sql`select ${table.id} as id from ${table} where ${and(having, matching)} limit ${commonRows + 1}`,
  )
  if (rows.length > commonRows) return undefined
  return found(
    table,
    rows.map(({ id }) => id),
  )
}
