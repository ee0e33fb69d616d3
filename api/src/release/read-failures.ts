import { releaseFailedKinds, type ReleaseFailedKind, type ReleaseFailedPhase } from '@adsite/contract'
import { and, desc, eq, gt, gte, sql, type SQLWrapper } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { releaseBeacons } from '../db/schema.ts'
import { weightOfAccount } from './beacons.ts'

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

/** Reads a build's failures since a moment, newest first: by phase, and by phase, screen and error. */
export async function readFailures(
  db: Database,
  of: { readonly unit: string; readonly build: string; readonly since: Date },
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
    .select({ phase: sql<ReleaseFailedPhase['phase']>`${rows.phase}`, route: rows.route, error: rows.error, ...totals })
    .from(rows)
    .where(gt(rows.counted, 0))
    .groupBy(rows.phase, rows.route, rows.error)
    .orderBy(...newest, rows.phase, rows.route, rows.error)
    .limit(releaseFailedKinds)
  const orNull = (text: string) => (text === '' ? null : text)
  return {
    phases: phases.map(inWords),
    kinds: kinds.map((kind) => inWords({ ...kind, route: orNull(kind.route), error: orNull(kind.error) })),
  }
}
