import type { FailureFrame, ReleaseViolation, ResolvedFrame } from '@adsite/contract'
import { and, count, desc, eq, gte, sql } from 'drizzle-orm'
import type { Database, RootDatabase } from '../db/connect.ts'
import { releaseViolations } from '../db/schema.ts'
import type { Violation } from './read-csp-reports.ts'

/** Most kinds that are kept of a build, and in total: those that were reported last. Names of units and builds can be made up. */
const kindsOfBuild = 100
const kindsInTotal = 1000

const { unit, build, file, line, column, directive, blocked, area, last_at } = releaseViolations

type Row = typeof releaseViolations.$inferInsert

function rowsOf(violations: readonly Violation[]): Row[] {
  const rows = new Map<string, Row>()
  for (const { frame, ...violation } of violations) {
    const row = { ...violation, file: frame?.file ?? '', line: frame?.line ?? 0, column: frame?.column ?? 0, count: 1 }
    const key = JSON.stringify(Object.values(row))
    rows.set(key, { ...row, count: (rows.get(key)?.count ?? 0) + 1 })
  }
  // In one order, so that two calls at once do not wait for each other.
  return [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}

/** Stores violations by their kind. The kinds that were not reported for longest make room. */
export async function keepViolations(db: Database, violations: readonly Violation[]): Promise<void> {
  const rows = rowsOf(violations)
  if (rows.length === 0) return
  await db
    .insert(releaseViolations)
    .values(rows)
    .onConflictDoUpdate({
      target: [unit, build, file, line, column, directive, blocked, area],
      set: { count: sql`least(${releaseViolations.count} + excluded.count, 1000000000)`, last_at: sql`now()` },
    })
  const ranked = sql`select ctid, row_number() over (order by last_at desc) as nth, row_number() over (partition by unit, build order by last_at desc) as nth_of_build from release_violations`
  await db.execute(
    sql`delete from release_violations where ctid in (select ctid from (${ranked}) as ranked where nth > ${kindsInTotal} or nth_of_build > ${kindsOfBuild})`,
  )
}

interface ViolationsOf {
  readonly unit: string
  readonly since: Date
  readonly resolve: (frames: readonly FailureFrame[]) => Promise<ResolvedFrame[]>
}

/** Reads what was reported of a unit since a moment, the newest first, with places in the sources. */
export async function readViolations(db: Database, { unit: of, since, resolve }: ViolationsOf): Promise<ReleaseViolation[]> {
  const rows = await db
    .select()
    .from(releaseViolations)
    .where(and(eq(unit, of), gte(last_at, since)))
    .orderBy(desc(last_at), desc(releaseViolations.count), directive, blocked, file, line)
    .limit(kindsOfBuild)
  const described = rows.map(async (row): Promise<ReleaseViolation> => {
    const frame = { unit: row.unit, build: row.build, file: row.file, line: row.line, column: row.column }
    const [place = null] = row.file === '' ? [] : await resolve([frame])
    return {
      build: row.build === '' ? null : row.build,
      directive: row.directive,
      blocked: row.blocked,
      area: row.area,
      place,
      count: row.count,
      first_at: row.first_at.toISOString(),
      last_at: row.last_at.toISOString(),
    }
  })
  return Promise.all(described)
}

/** Counts the kinds that were reported since a moment, by unit; most first. */
export function countViolations(db: RootDatabase | Database, since: Date): Promise<{ unit: string; kinds: number }[]> {
  const kinds = count()
  return db.select({ unit, kinds }).from(releaseViolations).where(gte(last_at, since)).groupBy(unit).orderBy(desc(kinds), unit).limit(100)
}
