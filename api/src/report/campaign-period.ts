import { deliveryFigureNames, optionalDeliveryFigures } from '@adsite/contract'
import { and, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import {
  deliveryDaily,
  deliveryDailyCampaign,
  deliveryMonthlyCampaign,
  deliveryTenDayCampaign,
  deliveryTotalsCampaign,
} from '../db/schema.ts'
import { addDays, dayOf, daysBetween, type Period } from './days.ts'

/** The roll-up that a piece is read from. */
type Span = 'day' | 'ten_days' | 'month' | 'always'

interface Piece {
  /** null means without beginning, or without end. */
  readonly from: string | null
  readonly to: string | null
  readonly span: Span
  /** The piece is subtracted. */
  readonly minus: boolean
}

/** The first of the ten days that a day is in: the 1st, 11th or 21st. The roll-ups say the same in SQL, which a test compares. */
export function tenDaysOf(day: string): string {
  const date = Number(day.slice(8))
  return `${day.slice(0, 8)}${date > 20 ? '21' : date > 10 ? '11' : '01'}`
}

const monthAfter = (day: string) => dayOf(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 1))

/** The first day after a day's ten-day block. */
const tenDaysAfter = (day: string) => (day.slice(8) > '20' ? monthAfter(day) : tenDaysOf(addDays(tenDaysOf(day), 10)))

/** The nearest start of a ten-day block. */
function nearest(day: string): string {
  const [before, after] = [tenDaysOf(day), tenDaysAfter(day)]
  return daysBetween(before, day) <= daysBetween(day, after) ? before : after
}

/** Covers the range between two starts of ten-day blocks, with months where they are complete. */
function wholePieces(start: string, end: string): Piece[] {
  const pieces: Piece[] = []
  for (let from = start; from < end;) {
    const month = from.endsWith('-01') && monthAfter(from) <= end
    const span = month ? 'month' : 'ten_days'
    const next = month ? monthAfter(from) : tenDaysAfter(from)
    const last = pieces.at(-1)
    // Merges adjacent pieces of a kind.
    if (last?.span === span) pieces[pieces.length - 1] = { ...last, to: addDays(next, -1) }
    else pieces.push({ from, to: addDays(next, -1), span, minus: false })
    from = next
  }
  return pieces
}

/** Single days between a piece's boundary and the wanted one: missing days, or surplus ones to subtract. */
function days(first: string, end: string, minus: boolean): Piece[] {
  return first < end ? [{ from: first, to: addDays(end, -1), span: 'day', minus }] : []
}

/**
 * Splits a period into whole months, a few ten-day blocks and at most five days at either end, so that a long
 * period costs little more than a short one.
 */
function piecesWithin({ from, to }: Period): Piece[] {
  const end = addDays(to, 1)
  if (from >= end) return []
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

/** Expresses a period as everything ever delivered minus what was before and after it. */
function piecesAround({ from, to }: Period): Piece[] {
  const [month, next] = [`${from.slice(0, 8)}01`, monthAfter(to)]
  const outside: Piece[] = [
    { from: null, to: addDays(month, -1), span: 'month', minus: false },
    ...piecesWithin({ from: month, to: addDays(from, -1) }),
    ...piecesWithin({ from: addDays(to, 1), to: addDays(next, -1) }),
    { from: next, to: null, span: 'month', minus: false },
  ]
  return [{ from: null, to: null, span: 'always', minus: false }, ...outside.map((piece) => ({ ...piece, minus: !piece.minus }))]
}

/** The first and last day with delivery; null if there was none. */
export async function deliveredDays(db: Database): Promise<Period | null> {
  const { rows } = await db.execute<{ from: string | null; to: string | null }>(
    sql`select min(${deliveryDaily.day})::text as from, max(${deliveryDaily.day})::text as to from ${deliveryDaily}`,
  )
  const [{ from, to } = { from: null, to: null }] = rows
  return from !== null && to !== null ? { from, to } : null
}

/** Reading totals costs about as much as reading some months, so they are used when far less lies outside the period than inside. */
function isMost({ from, to }: Period, delivered: Period): boolean {
  const [first, last] = [from > delivered.from ? from : delivered.from, to < delivered.to ? to : delivered.to]
  const inside = daysBetween(first, last) + 1
  return inside > 2 * (daysBetween(delivered.from, delivered.to) + 1 - inside)
}

/** Returns the pieces of a period in the way that reads fewer rows. The sums do not depend on which days are known to have delivery. */
export function piecesOf(period: Period, delivered: Period | null): Piece[] {
  return delivered && isMost(period, delivered) ? piecesAround(period) : piecesWithin(period)
}

/** The columns of sums in each roll-up (delivery/roll-up/roll-ups.ts). */
const figures = ['facts', ...deliveryFigureNames, ...optionalDeliveryFigures.map((name) => `unknown_${name}`)]

const sources = {
  day: { table: deliveryDailyCampaign, start: deliveryDailyCampaign.day },
  ten_days: { table: deliveryTenDayCampaign, start: deliveryTenDayCampaign.ten_days },
  month: { table: deliveryMonthlyCampaign, start: deliveryMonthlyCampaign.month },
  always: { table: deliveryTotalsCampaign, start: null },
} as const satisfies Record<Span, object>

function pieceSql({ from, to, span, minus }: Piece, campaign: SQL | undefined): SQL {
  const { table, start } = sources[span]
  const columns = figures.map((name) => sql`${minus ? sql`-` : sql``}${sql.identifier(name)} as ${sql.identifier(name)}`)
  const where = and(
    from === null || !start ? undefined : sql`${start} >= ${from}::date`,
    to === null || !start ? undefined : sql`${start} <= ${to}::date`,
    campaign && sql`campaign_id = ${campaign}`,
  )
  return sql`select advertiser_account_id, campaign_id, ${sql.join(columns, sql`, `)} from ${table} ${where ? sql`where ${where}` : sql``}`
}

/** Selects rows that add up to what campaigns, or one of them, delivered in a period. */
export function campaignPeriod(period: Period, delivered: Period | null, campaign?: SQL): SQL {
  return sql.join(
    piecesOf(period, delivered).map((piece) => pieceSql(piece, campaign)),
    sql` union all `,
  )
}
