import { searchForm } from '@adsite/contract'
import { and, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { columnOf, type ResourceTable } from './resource-table.ts'

/** Rows of a list that are looked through before an index is asked: a common word is found among them. */
const nearRows = 3_000
/** A word that more records have is common … */
const commonRows = 20_000
/** … and so is one that so many of the near ones have: walking the list meets it soon, while the index has long lists to go through. */
const commonNear = 300

/** Pairs of neighbouring characters, as the function of that name in the database makes them; none of a single character. */
export function bigramsOf(words: string): string[] {
  const characters = Array.from(words)
  return [...new Set(characters.slice(1).map((character, index) => `${characters[index]}${character}`))]
}

/** True for the next rows of a list, of which `listed` says what belongs to it, whether they match a search or not. */
export function isNear({ table }: ResourceTable, listed: SQL | undefined, orderBy: readonly SQL[]): SQL {
  const order = sql.join([...orderBy], sql`, `)
  return sql`${table.id} in (select ${table.id} from ${table} where ${listed ?? sql`true`} order by ${order} limit ${nearRows})`
}

export interface RareMatches {
  readonly condition: SQL
  readonly total: number
}

interface Search {
  readonly words: string
  /** The condition of the whole list: scope, filters and search. */
  readonly matching: SQL
  /** True for the first rows of the list (`isNear`). */
  readonly near: SQL
}

/**
 * Finds what matches a search by the index of bigrams (DESIGN "Lists at 1,000,000 rows"). undefined: too many
 * do, or it is a single character, which has no bigrams: then the list is walked.
 */
export async function rareMatches(db: Database, { table }: ResourceTable, search: Search): Promise<RareMatches | undefined> {
  const { words, matching, near } = search
  const bigrams = bigramsOf(searchForm(words))
  if (bigrams.length === 0) return undefined
  const common = sql`select count(*) >= ${commonNear} as met from ${table} where ${and(matching, near)}`
  if ((await db.execute<{ met: boolean }>(common)).rows[0]!.met) return undefined
  const having = sql`bigrams(${columnOf(table, 'name_norm')}) @> ${sql.param(bigrams)}::text[]`
  const { rows } = await db.execute<{ id: number }>(
    sql`select ${table.id} as id from ${table} where ${and(having, matching)} limit ${commonRows + 1}`,
  )
  if (rows.length > commonRows) return undefined
  return { condition: sql`${table.id} = any(${sql.param(rows.map(({ id }) => id))}::bigint[])`, total: rows.length }
}
