import { searchWords, required } from '@adsite/contract'
import { and, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { columnOf, type ResourceMapping } from '../mapping/resource-mapping.ts'

/** Rows of a list that are looked through first: a common word is found among them. */
export const nearRows = 3_000
/** A word that more records have, or more than one in so many of the list, may be common: walking the list meets it soon, while the index has long lists to go through. */
const commonRows = 20_000
const commonOneIn = 50
/** It is when so many of the near rows have it. Of a pair that they do not know the statistics say half a per cent, so they alone cannot tell. */
const commonNear = 10

/** A pair of which the statistics know nothing is expected in one row of so many: it is not common, and most likely in a few rows alone. */
const unknownOneIn = 200
/** So many rows with the pairs are read whoever they belong to: reading which rows are the tenant's would take longer. */
const fewRows = 2_000

/** Pairs of neighbouring characters, as the function of that name in the database makes them; none of a single character. */
export function bigramsOf(words: string): string[] {
  const characters = Array.from(words)
  return [...new Set(characters.slice(1).map((character, index) => `${characters[index]}${character}`))]
}

/** The next rows of a list, of which `listed` says what belongs to it, in place of the table and under its name. */
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

/** About how many rows a list has, and how many of them have all of these pairs at the most: as many as have the rarest, as the planner says. */
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

/** What matches, if only few rows of the whole table have the pairs; else undefined. */
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
 * Finds what matches a search by the index of bigrams (spec/design "Lists at scale"). undefined: too many
 * do, or it is a single character, which has no bigrams: then the list is walked.
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
