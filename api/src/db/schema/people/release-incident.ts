import type { ReleaseEvidence } from '@adsite/contract'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { identity, instant } from '../common.ts'

/** What operators have to know of a release. */
export const incidentOutcomes = ['rolled_back', 'frozen', 'second', 'no_target', 'shell', 'degraded'] as const
export type IncidentOutcome = (typeof incidentOutcomes)[number]
/** Kinds of notifications about releases. Pages get them as messages, so that those of an older shell show them. */
export type IncidentKind = `release_${IncidentOutcome}`

export interface IncidentDetails {
  /** The build that runs instead; null unless it was rolled back. */
  readonly target: string | null
  /** The figures; null if there are none. */
  readonly comparison: ReleaseEvidence | null
  /** What is wrong, where figures do not say it. */
  readonly why: string | null
  /** A command line that helps; null if there is none. */
  readonly command: string | null
}

/** Releases that operators were told of; the index makes many processes tell once. Kept for a month. */
export const releaseIncidents = pgTable(
  'release_incidents',
  {
    id: identity().primaryKey(),
    unit: text().notNull(),
    build: text().notNull(),
    outcome: text({ enum: incidentOutcomes }).notNull(),
    /** The revision since which the build was live, so that one that is promoted again is told of again. */
    since: integer().notNull(),
    details: jsonb().$type<IncidentDetails>().notNull(),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('release_incidents_once').on(table.unit, table.build, table.outcome, table.since),
    index('release_incidents_by_age').on(table.created_at),
  ],
)
