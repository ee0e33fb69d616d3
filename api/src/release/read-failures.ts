import {
  releaseFailedKinds,
  type FailureFrame,
  type ReleaseFailedKind,
  type ReleaseFailedPhase,
  type ResolvedFrame,
} from '@adsite/contract'
import { and, desc, eq, gt, gte, sql, type SQLWrapper } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { releaseBeacons } from '../db/schema.ts'
import { weightOfAccount } from './beacons.ts'
import { readDescriptions, splitError } from './describe-failures.ts'

const { unit, build, account_id, canary, phase, route, error, minute, failed } = releaseBeacons

/** The failures of a build that count in its rate: the newest of each account, up to its weight. */
function countedFailures(db: Database, of: { readonly unit: string; readonly build: string; readonly since: Date }) {
  const newer = sql`(sum(${failed}) over (partition by ${account_id} order by ${minute} desc, ${phase}, ${route}, ${error}, ${canary}
    rows between unbounded preceding and 1 preceding))`
  const counted = sql<number>`least(${failed}, greatest(${weightOfAccount} - coalesce(${newer}, 0), 0))`
  return db
    .select({ phase, route, error, minute, account_id, counted: counted.as('counted') })
    .from(releaseBeacons)
    .where(and(eq(unit, of.unit), eq(build, of.build), gte(minute, of.since), gt(failed, 0)))
    .as('failures')
}

interface Totalled {
  readonly minute: SQLWrapper
  readonly account_id: SQLWrapper
  readonly counted: SQLWrapper
}

function totalsOf(rows: Totalled) {
  return {
    failed: sql<number>`sum(${rows.counted})::int`,
    accounts: sql<number>`count(distinct ${rows.account_id})::int`,
    first_at: sql<Date>`min(${rows.minute})`.mapWith(minute),
    last_at: sql<Date>`max(${rows.minute})`.mapWith(minute),
  }
}

const inWords = <T extends { readonly first_at: Date; readonly last_at: Date }>(row: T) => ({
  ...row,
  first_at: row.first_at.toISOString(),
  last_at: row.last_at.toISOString(),
})

interface FailuresOf {
  readonly unit: string
  readonly build: string
  readonly since: Date
  readonly resolve: (frames: readonly FailureFrame[]) => Promise<ResolvedFrame[]>
}

/** Reads a build's failures since a moment, newest first: by phase, and by phase and cause with its message and stack. */
export async function readFailures(
  db: Database,
  { resolve, ...of }: FailuresOf,
): Promise<{ phases: ReleaseFailedPhase[]; kinds: ReleaseFailedKind[] }> {
  const rows = countedFailures(db, of)
  const totals = totalsOf(rows)
  const newest = [desc(totals.last_at), desc(totals.failed)] as const
  const phases = await db
    .select({ phase: sql<ReleaseFailedPhase['phase']>`${rows.phase}`, ...totals })
    .from(rows)
    .where(gt(rows.counted, 0))
    .groupBy(rows.phase)
    .orderBy(...newest, rows.phase)
  const kinds = await db
    .select({
      phase: sql<ReleaseFailedPhase['phase']>`${rows.phase}`,
      routes: sql<string[]>`array_remove(array_agg(distinct ${rows.route} order by ${rows.route}), '')`,
      error: rows.error,
      ...totals,
    })
    .from(rows)
    .where(gt(rows.counted, 0))
    .groupBy(rows.phase, rows.error)
    .orderBy(...newest, rows.phase, rows.error)
    .limit(releaseFailedKinds)
  const keys = kinds.map(({ error: cause }) => splitError(cause).key).filter((key) => key !== '')
  const descriptions = await readDescriptions(db, { ...of, keys })
  const orNull = (text = '') => (text === '' ? null : text)
  const described = kinds.map(async ({ error: cause, routes, ...kind }) => {
    const { name, key } = splitError(cause)
    const { message, frames = [] } = descriptions.get(key) ?? {}
    const [only = null] = routes
    const where = { route: routes.length === 1 ? only : null, routes }
    return inWords({ ...kind, ...where, error: orNull(name), message: orNull(message), stack: await resolve(frames) })
  })
  return { phases: phases.map(inWords), kinds: await Promise.all(described) }
}
