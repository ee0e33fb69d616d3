import { sql, type SQL } from 'drizzle-orm'
import { deliveryDailyCampaign, deliveryMonthlyCampaign, deliveryTenDayCampaign } from '../db/schema.ts'

/** Days `YYYY-MM-DD`, both included. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** Whose sums a piece is read from. */
type Span = 'day' | 'ten_days' | 'month'

interface Piece extends Period {
  readonly span: Span
  /** The piece is taken off. */
  readonly minus: boolean
}

const dayLength = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
const addDays = (day: string, days: number) => dayOf(Date.parse(day) + days * dayLength)
const between = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayLength

/** The first of the ten days that a day is in: the 1st, 11th or 21st. */
function tenDaysOf(day: string): string {
  const date = Number(day.slice(8))
  return `${day.slice(0, 8)}${date > 20 ? '21' : date > 10 ? '11' : '01'}`
}

const monthAfter = (day: string) => dayOf(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 1))

/** The first day after the ten days that a day is in. */
const tenDaysAfter = (day: string) => (day.slice(8) > '20' ? monthAfter(day) : tenDaysOf(addDays(tenDaysOf(day), 10)))

/** The nearest day on which ten days begin. */
function nearest(day: string): string {
  const [before, after] = [tenDaysOf(day), tenDaysAfter(day)]
  return between(before, day) <= between(day, after) ? before : after
}

/** From one day on which ten days begin up to the day before another: months where they are whole. */
function wholePieces(start: string, end: string): Piece[] {
  const pieces: Piece[] = []
  for (let from = start; from < end;) {
    const month = from.endsWith('-01') && monthAfter(from) <= end
    const span = month ? 'month' : 'ten_days'
    const next = month ? monthAfter(from) : tenDaysAfter(from)
    const last = pieces.at(-1)
    // Those of a kind that follow each other are one piece.
    if (last?.span === span) pieces[pieces.length - 1] = { ...last, to: addDays(next, -1) }
    else pieces.push({ from, to: addDays(next, -1), span, minus: false })
    from = next
  }
  return pieces
}

/** Single days between where a piece ends and where it should: those that lack, or those too many. */
function days(first: string, end: string, minus: boolean): Piece[] {
  return first < end ? [{ from: first, to: addDays(end, -1), span: 'day', minus }] : []
}

/** A period as whole months, some ten days and at most five days at either end, so that a long one costs little more than a short one. */
export function piecesOf({ from, to }: Period): Piece[] {
  const end = addDays(to, 1)
  const [start, stop] = [nearest(from), nearest(end)]
  if (start >= stop) return days(from, end, false)
  return [
    ...days(start, from, true),
    ...days(from, start, false),
    ...wholePieces(start, stop),
    ...days(stop, end, false),
    ...days(end, stop, true),
  ]
}

const figures = ['facts', 'imps', 'clicks', 'cv_click', 'cv_view', 'requests', 'measured', 'viewable', 'gross', 'media_cost']

const sources = {
  day: { table: deliveryDailyCampaign, start: deliveryDailyCampaign.day },
  ten_days: { table: deliveryTenDayCampaign, start: deliveryTenDayCampaign.ten_days },
  month: { table: deliveryMonthlyCampaign, start: deliveryMonthlyCampaign.month },
} as const satisfies Record<Span, object>

function pieceSql({ from, to, span, minus }: Piece, campaign: SQL | undefined): SQL {
  const { table, start } = sources[span]
  const columns = figures.map((name) => sql`${minus ? sql`-` : sql``}${sql.identifier(name)} as ${sql.identifier(name)}`)
  return sql`select advertiser_account_id, campaign_id, ${sql.join(columns, sql`, `)} from ${table}
    where ${start} between ${from}::date and ${to}::date ${campaign ? sql`and campaign_id = ${campaign}` : sql``}`
}

/** Rows that add up to what campaigns, or one of them, delivered in a period. */
export function campaignPeriod(period: Period, campaign?: SQL): SQL {
  return sql.join(
    piecesOf(period).map((piece) => pieceSql(piece, campaign)),
    sql` union all `,
  )
}
