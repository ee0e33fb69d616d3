import type { MetricName } from '@adsite/contract'
import { and, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { groups, undelivered, type ListFigures } from './list-figures.ts'

interface FigurePage {
  readonly matching: SQL
  /**
   * Every record with delivery that the caller sees matches, or every one with one of the ids that this selects: the first of the
   * page are those with the first values. With `rows`, every one whose row of delivery meets that condition, and no record without
   * delivery. Null where only the records tell which match.
   */
  readonly whole: { readonly ids: SQL | null; readonly rows?: SQL } | null
  /** In terms of `value`, the metric, and `id`. */
  readonly orderBy: readonly SQL[]
  readonly limit: number
  /** The condition on rows after the former page, in the same terms. */
  readonly from: SQL | undefined
  /** The same for rows without delivery, which all have the same value, and their order. */
  readonly fromSame: (value: 0 | null) => SQL | undefined
  readonly orderSame: (id: SQL | AnyPgColumn) => SQL
  /** The order of rows that have a value. */
  readonly orderKnown: SQL
  /** Whether the page is read from its end, and rows without a value come first. */
  readonly reversed: boolean
  /** Whether records without delivery come after all others that do not have the same value. */
  readonly undeliveredLast: boolean
}

/**
 * Selects the first sums of a page, and the further sources (`besides`) that the selection needs. An index in the order of the page
 * has the sums without a value at one end. They are read separately and, if they come last, only if the others do not fill the
 * page.
 */
function firstSums({ ordered }: ListFigures, { whole, orderBy, limit, from, orderSame, orderKnown, reversed }: FigurePage) {
  const rows = sql`(select key as id, key, value from figures) as figures`
  const among = whole?.ids ? sql`key in (${whole.ids})` : undefined
  const which = and(from, among) ?? sql`true`
  const inOrder = sql`order by ${sql.join([...orderBy], sql`, `)} limit ${limit}`
  if (!ordered) return { besides: sql``, first: sql`select key, value from ${rows} where ${which} ${inOrder}` }
  const partOf = (part: SQL, by: SQL) => sql`select id, key, value from ${rows} where ${part} and ${which} order by ${by} limit ${limit}`
  const areWanted = reversed ? sql`true` : sql`(select count(*) from known) < ${limit}`
  return {
    besides: sql`known as materialized (${partOf(sql`value is not null`, orderKnown)}),`,
    first: sql`select key, value from (select id, key, value from known
      union all (${partOf(sql`value is null and ${areWanted}`, orderSame(sql`id`))})) as figures ${inOrder}`,
  }
}

/**
 * Selects the ids of one page of records in the order of a metric, with its value as text. Records without delivery are read in
 * order of id and not joined with sums, so the cost depends on the delivery of the period and not on the length of the list. Where they
 * come last, they are read only if those with delivery do not fill the page.
 */
export function figurePage(figures: ListFigures, name: MetricName, page: FigurePage): SQL {
  const { table, single } = figures
  const { matching, whole, orderBy, limit, from, fromSame, orderSame, undeliveredLast } = page
  const same = undelivered(name)
  const value = sql.raw(String(same))
  const order = sql`order by ${sql.join([...orderBy], sql`, `)} limit ${limit}`
  const { besides, first } = whole ? firstSums(figures, page) : { besides: sql``, first: sql`select key, value from figures` }
  // Delivered records may have the same value, and then the id decides; an unknown sum comes after 0.
  const before = same === null ? sql`value is not null` : sql`value > 0`
  const filled = sql`(select count(*) filter (where ${before}) from delivered) >= ${limit}`
  // Keys of sums have an index, which tells whether one of the first records is among them.
  const isUndelivered = single
    ? sql`not exists (select from figures where figures.key = ${table.id})`
    : sql`${table.id} not in (select key from figures)`
  return sql`
    with figures as ${single ? sql`not materialized` : sql`materialized`} (
      ${groups(figures, { selected: sql`${figures.metric(name)} as value`, ...(whole?.rows ? { having: whole.rows } : {}) })}
    ), ${besides} delivered as materialized (
      select ${table.id} as id, value from ${table} join (${first}) as figures on figures.key = ${table.id}
        where ${and(matching, from)} ${order}
    )
    select id, value::text as position from (
      select id, value from delivered
      union all
      (select ${table.id} as id, ${value}::numeric as value from ${table}
        where ${whole?.rows ? sql`false and` : undeliveredLast ? sql`not ${filled} and` : sql``} ${and(matching, isUndelivered, fromSame(same))}
        order by ${orderSame(table.id)} limit ${limit})
    ) as page ${order}`
}
