import { sql, type SQL } from 'drizzle-orm'

/** A status, and what makes a row have it if nothing before it does. */
export interface StatusStep {
  readonly status: string
  /** True or false of every row, never null: it is negated, too. */
  readonly when: SQL
  /** Where `when` is seldom true: a condition that an index serves, and that all of those rows meet. */
  readonly among?: SQL
}

/** A status that is computed of a row, in the two forms in which the database needs it. */
export interface ComputedStatus {
  readonly expression: SQL
  /**
   * True for rows that have this status: the steps apart instead of the expression as a whole, so that an index serves
   * those that compare columns and the costly ones are asked of the few rows that are left.
   */
  readonly is: (status: string) => SQL
}

/** The status of the first step that is true, else `otherwise`. */
export function computedStatus(steps: readonly StatusStep[], otherwise: string): ComputedStatus {
  const literal = (status: string) => sql.raw(`'${status}'`)
  const cases = steps.map(({ status, when }) => sql`when ${when} then ${literal(status)}`)
  return {
    expression: sql`(case ${sql.join(cases, sql` `)} else ${literal(otherwise)} end)`,
    is(status) {
      const first = steps.findIndex((step) => step.status === status)
      if (first < 0 && status !== otherwise) return sql`false`
      const before = steps.slice(0, first < 0 ? steps.length : first).map(({ when }) => sql`not (${when})`)
      const own = steps
        .filter((step) => step.status === status)
        .map(({ when, among }) => (among ? sql`(${among} and ${when})` : sql`(${when})`))
      return sql`(${sql.join([...before, ...(own.length > 0 ? [sql`(${sql.join(own, sql` or `)})`] : [])], sql` and `)})`
    },
  }
}
