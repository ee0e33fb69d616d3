import { sql } from 'drizzle-orm'
import type { Database, RootDatabase } from '../connect.ts'

/**
 * Recomputes stored values after a release that changes their rule. A worker runs one step per second while the site is in use,
 * and a second pass after the last process of a former release has stopped, because that process still wrote values by the
 * former rule (docs/decisions/0031-rolling-upgrades.md).
 */
export interface Backfill {
  /** Its row in the table `backfills`. */
  readonly name: string
  /** Number of the migration that introduced the current rule; code without it follows a former rule. */
  readonly since: number
  /** Recomputes a bounded number of values from `position` (null: from the start). Returns where the next step begins; null: done. */
  step(transaction: Database, position: string | null): Promise<NextStep | null>
}

export interface NextStep {
  readonly position: string
  /** Completed part of the pass, in whole percent. */
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
  /** The schema version of its code. */
  readonly version: number
  readonly process: string
}

/**
 * The processes of the site that are connected to the database, of any release (`connectionName`), and of any role: on the embedded
 * database, those of a former release may still work as its superuser. Processes of releases before migration 0009 have no name;
 * neither do some other programs of the same user, which are counted as well.
 */
async function connected(db: Database): Promise<ConnectedProcess[]> {
  const { rows } = await db.execute<{ name: string }>(sql`select distinct application_name as name from pg_stat_activity
    where datname = current_database() and (application_name ~ '^adsite/\\d+ '
      or (application_name = '' and usename = current_user and backend_type = 'client backend'))`)
  return rows.map(({ name }) => {
    const [version = '', process = ''] = name.slice('adsite/'.length).split(' ')
    return { version: version === '' ? -1 : Number(version), process }
  })
}

const isFormer = (processes: readonly ConnectedProcess[], { since }: Pick<Backfill, 'since'>) =>
  since > 0 && processes.some(({ version }) => version < since)

/** True if a process with code of a former rule is connected. */
export async function isBesideFormer(db: Database, backfill: Pick<Backfill, 'since'>): Promise<boolean> {
  return isFormer(await connected(db), backfill)
}

const states = sql`select name, since, position, progress, alone, finished_at is not null as finished from backfills`
const stateOf = (which: Backfill) => sql`${states} where name = ${which.name}`

/** True once a pass has recomputed everything by this rule, and no process of a former release has run since it began. */
export async function isComplete(db: Database, { name, since }: Pick<Backfill, 'name' | 'since'>): Promise<boolean> {
  const { rows } = await db.execute(sql`select from backfills
    where name = ${name} and since = ${since} and alone and finished_at is not null`)
  return rows.length > 0
}

/** Names of the processes that include a worker. */
const working = new Set(['worker', 'site'])

/** True if a worker of a later release, which has changed this rule, is connected and recomputes the values. */
export async function isLeftToLater(db: Database, backfill: Backfill): Promise<boolean> {
  const { rows } = await db.execute<State>(stateOf(backfill))
  const since = rows[0]?.since ?? 0
  if (since <= backfill.since) return false
  return (await connected(db)).some(({ version, process }) => version >= since && working.has(process))
}

/** Runs one step of a backfill, if one is due. */
async function advance(transaction: Database, backfill: Backfill, say: (line: string) => void): Promise<void> {
  const { name, since, step } = backfill
  if (await isLeftToLater(transaction, backfill)) return
  // Another process that is running a step holds the lock on this row.
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

/** Runs one step of each backfill that is due. Several processes may call this at once; each step runs in only one of them. */
export async function runBackfills(db: RootDatabase, backfills: readonly Backfill[], say: (line: string) => void): Promise<void> {
  const names = sql.param(backfills.map(({ name }) => name))
  const { rows } = await db.execute<State>(sql`${states} where name = any(${names}::text[])`)
  const processes = await connected(db)
  for (const backfill of backfills) {
    const state = rows.find(({ name }) => name === backfill.name)
    const isSettled = state?.since === backfill.since && state.finished && state.alone
    if (isSettled && !isFormer(processes, backfill)) continue
    if (!state) await db.execute(sql`insert into backfills (name, since) values (${backfill.name}, -1) on conflict do nothing`)
    await db.transaction((transaction) => advance(transaction, backfill, say))
  }
}
