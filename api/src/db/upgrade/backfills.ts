import { sql } from 'drizzle-orm'
import type { Database, RootDatabase } from '../connect.ts'

/**
 * Stored values that are worked out by a rule of the code. After a release that changes the rule, a worker makes them anew, a
 * step each second beside the site; and once more when the last process of a former release is gone, which wrote by the former
 * rule until then (docs/decisions/0031-rolling-upgrades.md).
 */
export interface Backfill {
  /** Its row in the table `backfills`. */
  readonly name: string
  /** Number of the migration that came with the present rule; code that does not know it follows a former one. */
  readonly since: number
  /** Makes a bounded number of values anew from `position` (null: from the start). Returns where the next step begins; null: done. */
  step(transaction: Database, position: string | null): Promise<NextStep | null>
}

export interface NextStep {
  readonly position: string
  /** Whole percent of the pass that are done. */
  readonly progress: number
}

type State = Record<string, unknown> & {
  readonly name: string
  readonly since: number
  readonly position: string | null
  readonly progress: number
  readonly alone: boolean
  readonly finished: boolean
}

interface ConnectedProcess {
  /** Its version of the schema. */
  readonly version: number
  readonly process: string
}

/**
 * The processes of the site that are connected to the database, of whatever release (`connectionName`). Before migration 0009 they
 * had no name, as other programs of the same user may have none.
 */
async function connected(db: Database): Promise<ConnectedProcess[]> {
  const { rows } = await db.execute<{ name: string }>(sql`select distinct application_name as name from pg_stat_activity
    where datname = current_database() and usename = current_user and backend_type = 'client backend'
      and (application_name = '' or application_name ~ '^adsite/\\d+ ')`)
  return rows.map(({ name }) => {
    const [version = '', process = ''] = name.slice('adsite/'.length).split(' ')
    return { version: version === '' ? -1 : Number(version), process }
  })
}

/** True if a process is connected whose code follows a former rule. */
async function isBesideFormer(db: Database, { since }: Backfill): Promise<boolean> {
  return since > 0 && (await connected(db)).some(({ version }) => version < since)
}

const stateOf = (which: Backfill) => sql`select name, since, position, progress, alone, finished_at is not null as finished from backfills
  where name = ${which.name}`

/** Processes that do what a worker does. */
const working = new Set(['worker', 'site'])

/** True if a worker of a later release, which has changed the rule of these values, is there to make them. */
export async function isLeftToLater(db: Database, backfill: Backfill): Promise<boolean> {
  const { rows } = await db.execute<State>(stateOf(backfill))
  const since = rows[0]?.since ?? 0
  if (since <= backfill.since) return false
  return (await connected(db)).some(({ version, process }) => version >= since && working.has(process))
}

/** Does one step of a backfill where one is due. */
async function advance(transaction: Database, backfill: Backfill, say: (line: string) => void): Promise<void> {
  const { name, since, step } = backfill
  if (await isLeftToLater(transaction, backfill)) return
  // The row is held by whoever is at it.
  const { rows } = await transaction.execute<State>(sql`${stateOf(backfill)} for update skip locked`)
  const [state] = rows
  if (!state) return
  const isBeside = await isBesideFormer(transaction, backfill)
  const begins = state.since !== since || (state.finished && !state.alone && !isBeside)
  if (state.finished && !begins) {
    if (isBeside && state.alone) await transaction.execute(sql`update backfills set alone = false where name = ${name}`)
    return
  }
  const next = await step(transaction, begins ? null : state.position)
  const progress = next?.progress ?? 100
  const before = begins ? -1 : state.progress
  if (Math.floor(progress / 10) > Math.floor(before / 10)) say(`backfill ${name}: ${progress} %`)
  const alone = !isBeside && (begins || state.alone)
  await transaction.execute(sql`update backfills set since = ${since}, position = ${next?.position ?? null}, progress = ${progress},
    alone = ${alone}, finished_at = ${next ? null : sql`now()`} where name = ${name}`)
}

/** Does one step of each backfill that is due. Several processes may do so: one of them does each step. */
export async function runBackfills(db: RootDatabase, backfills: readonly Backfill[], say: (line: string) => void): Promise<void> {
  for (const backfill of backfills) {
    const { rows } = await db.execute<State>(stateOf(backfill))
    const [state] = rows
    const isSettled = state?.since === backfill.since && state.finished && state.alone
    if (isSettled && !(await isBesideFormer(db, backfill))) continue
    if (!state) await db.execute(sql`insert into backfills (name, since) values (${backfill.name}, -1) on conflict do nothing`)
    await db.transaction((transaction) => advance(transaction, backfill, say))
  }
}
