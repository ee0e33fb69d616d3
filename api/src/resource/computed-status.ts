import { sql, type SQL } from 'drizzle-orm'

/** A status, and what makes a row have it if nothing before it does. */
export interface StatusStep {
  readonly status: string
  /** True or false of every row, never null: it is negated, too. */
  readonly when: SQL
  /** Where `when` is seldom true: a condition that an index serves, and that all of those rows meet. */
  readonly among?: SQL
  /** The moment makes it true, or what few rows say that are read once: it is never kept. */
  readonly live?: true
}

/** A status that is computed of a row, in the two forms in which the database needs it. */
export interface ComputedStatus {
  readonly expression: SQL
  /**
   * Conditions of which a row with this status meets one, and every other row none. The steps stand apart instead of in the
   * expression as a whole, so that an index serves those that compare columns and the costly ones are asked of the few rows
   * that are left.
   */
  readonly is: (status: string) => readonly SQL[]
}

const literal = (status: string) => sql.raw(`'${status}'`)
const all = (conditions: readonly SQL[]) => sql`(${sql.join([...conditions], sql` and `)})`
const some = (conditions: readonly SQL[]) => sql`(${sql.join([...conditions], sql` or `)})`
const not = (condition: SQL) => sql`not (${condition})`

/** The status of the first step that is true, else `otherwise`. */
export function computedStatus(steps: readonly StatusStep[], otherwise: string): ComputedStatus {
  const cases = steps.map(({ status, when }) => sql`when ${when} then ${literal(status)}`)
  return {
    expression: sql`(case ${sql.join(cases, sql` `)} else ${literal(otherwise)} end)`,
    is(status) {
      const first = steps.findIndex((step) => step.status === status)
      if (first < 0 && status !== otherwise) return [sql`false`]
      const before = steps.slice(0, first < 0 ? steps.length : first).map(({ when }) => not(when))
      const own = steps
        .filter((step) => step.status === status)
        .map(({ when, among }) => (among ? sql`(${among} and ${when})` : sql`(${when})`))
      return [all([...before, ...(own.length > 0 ? [some(own)] : [])])]
    },
  }
}

/** Where the status is kept that a row has by all steps but the live ones. */
export interface KeptStatus {
  /** The column; null: nobody has looked yet. */
  readonly column: SQL
  /** Something has changed of the row since. */
  readonly changed: SQL
  /** The same, as a condition that an index serves. */
  readonly amongChanged: SQL
}

/**
 * A computed status of which all but the live steps are kept. Of rows that have changed, or that nobody has looked at, they
 * are worked out, so that it is exact at all times. `toKeep` is what is to be written to the column.
 */
export function keptStatus(
  steps: readonly StatusStep[],
  otherwise: string,
  { column, changed, amongChanged }: KeptStatus,
): ComputedStatus & { readonly toKeep: SQL } {
  const kept = steps.filter(({ live }) => !live)
  const toKeep = computedStatus(kept, otherwise).expression
  const order = [...new Set([...steps.map(({ status }) => status), otherwise])]
  const liveOf = (statuses: readonly string[]) =>
    steps.flatMap(({ live, status, when }) => (live && statuses.includes(status) ? [when] : []))
  /** Rows, apart, of which the kept steps lead to one of these statuses. */
  const leadingTo = (statuses: readonly string[]) => {
    const among = sql`in (${sql.join(statuses.map(literal), sql`, `)})`
    return [
      [not(changed), sql`${column} ${among}`],
      [not(changed), sql`${column} is null`, sql`${toKeep} ${among}`],
      [changed, amongChanged, sql`${toKeep} ${among}`],
    ]
  }
  return {
    expression: computedStatus(steps, otherwise).expression,
    toKeep,
    is(status) {
      const at = order.indexOf(status)
      if (at < 0) return [sql`false`]
      const before = liveOf(order.slice(0, at)).map(not)
      const own = liveOf([status])
      // What comes first is so whatever the others lead to.
      const others = at === 0 ? [[]] : leadingTo(order.slice(at))
      const live = own.length === 0 ? [] : others.map((other) => all([...before, some(own), ...other]))
      const isKept = status === otherwise || kept.some((step) => step.status === status)
      const found = isKept ? leadingTo([status]).map((other) => all([...before, ...own.map(not), ...other])) : []
      return [...live, ...found]
    },
  }
}
