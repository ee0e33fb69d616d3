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

/** What makes a step true, with the condition that an index serves before it. */
const looked = ({ when, among }: StatusStep) => (among ? sql`(${among} and ${when})` : sql`(${when})`)

const literal = (status: string) => sql.raw(`'${status}'`)
const all = (conditions: readonly SQL[]) => sql`(${sql.join([...conditions], sql` and `)})`
const some = (conditions: readonly SQL[]) => sql`(${sql.join([...conditions], sql` or `)})`
/** That something is not true which seldom is: of half of the rows the planner expects that a subquery does not find them, of nearly all that something is not null. */
const unless = (condition: SQL) => sql`nullif(${condition}, true) is not null`
const not = ({ when, among }: StatusStep) => (among ? unless(when) : sql`not (${when})`)

/** The status of the first step that is true, else `otherwise`. */
export function computedStatus(steps: readonly StatusStep[], otherwise: string): ComputedStatus {
  const cases = steps.map(({ status, when }) => sql`when ${when} then ${literal(status)}`)
  return {
    expression: sql`(case ${sql.join(cases, sql` `)} else ${literal(otherwise)} end)`,
    is(status) {
      const first = steps.findIndex((step) => step.status === status)
      if (first < 0 && status !== otherwise) return [sql`false`]
      const before = steps.slice(0, first < 0 ? steps.length : first).map(not)
      const own = steps.filter((step) => step.status === status).map(looked)
      return [all([...before, ...(own.length > 0 ? [some(own)] : [])])]
    },
  }
}

/** Where the status is kept that a row has by all steps but the live ones. */
export interface KeptStatus {
  /** The column; null: nobody has looked yet. */
  readonly column: SQL
  /** What the steps that are kept look up, of a row: to stand in `from`. */
  readonly beside: SQL
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
  { column, beside, changed, amongChanged }: KeptStatus,
): ComputedStatus & { readonly toKeep: SQL } {
  const kept = steps.filter(({ live }) => !live)
  const toKeep = sql`(select ${computedStatus(kept, otherwise).expression} from ${beside})`
  const order = [...new Set([...steps.map(({ status }) => status), otherwise])]
  const liveOf = (statuses: readonly string[]) => steps.filter(({ live, status }) => live && statuses.includes(status))
  /** Rows, apart, of which the kept steps lead to one of these statuses. */
  const leadingTo = (statuses: readonly string[]) => {
    const among = sql`in (${sql.join(statuses.map(literal), sql`, `)})`
    return [
      [unless(changed), sql`${column} ${among}`],
      [some([sql`${amongChanged} and ${changed}`, sql`${column} is null`]), sql`${toKeep} ${among}`],
    ]
  }
  const ranked = order.slice(0, -1).flatMap((status): StatusStep[] => {
    const found = kept.some((step) => step.status === status) ? [{ status, when: sql`kept = ${literal(status)}` }] : []
    return [...liveOf([status]), ...found]
  })
  const now = sql`(case when ${changed} or ${column} is null then ${toKeep} else ${column} end)`
  return {
    // Not pulled up: it would be worked out for each time that it is named.
    expression: sql`(select ${computedStatus(ranked, otherwise).expression} from (select ${now} as kept offset 0) as its)`,
    toKeep,
    is(status) {
      const at = order.indexOf(status)
      if (at < 0) return [sql`false`]
      const before = liveOf(order.slice(0, at)).map(not)
      const own = liveOf([status])
      // What comes first is so whatever the others lead to.
      const others = at === 0 ? [[]] : leadingTo(order.slice(at))
      const live = own.length === 0 ? [] : others.map((other) => all([...before, some(own.map(looked)), ...other]))
      const isKept = status === otherwise || kept.some((step) => step.status === status)
      const found = isKept ? leadingTo([status]).map((other) => all([...before, ...own.map(not), ...other])) : []
      return [...live, ...found]
    },
  }
}
