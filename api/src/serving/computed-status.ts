import { sql, type SQL } from 'drizzle-orm'

/** A status, and the condition under which a row has it if no step before it applies. */
export interface StatusStep {
  readonly status: string
  /** True or false of every row, never null. */
  readonly when: SQL
  /** The moment at which time alone changes the condition, where it depends on the clock. */
  readonly moment?: SQL
}

/** A status that is computed from a row, as SQL. */
export interface ComputedStatus {
  /** The status of the first step whose condition is true. */
  readonly status: SQL
  /** The next moment at which time alone may change the status; null where none is left. */
  readonly until: SQL
}

/** The status of the first step that applies, else `otherwise`. */
export function computedStatus(steps: readonly StatusStep[], otherwise: string): ComputedStatus {
  const literal = (status: string) => sql.raw(`'${status}'`)
  const cases = steps.map(({ status, when }) => sql`when ${when} then ${literal(status)}`)
  const ahead = steps.flatMap(({ moment }) => (moment ? [sql`case when ${moment} > now() then ${moment} end`] : []))
  return {
    status: sql`(case ${sql.join(cases, sql` `)} else ${literal(otherwise)} end)`,
    until: sql`least(${sql.join(ahead, sql`, `)})`,
  }
}
