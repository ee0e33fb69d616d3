import { sql, type SQL } from 'drizzle-orm'
import { deliveryDailyCampaign, deliveryMonthlyCampaign } from '../db/schema.ts'

/** Days `YYYY-MM-DD`, both included. */
export interface Period {
  readonly from: string
  readonly to: string
}

interface Piece extends Period {
  /** Whole months of the roll-up by month; else days of that by day. */
  readonly months: boolean
  /** The piece is taken off. */
  readonly minus: boolean
}

const dayLength = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
const addDays = (day: string, days: number) => dayOf(Date.parse(day) + days * dayLength)
const length = ({ from, to }: Period) => (Date.parse(to) - Date.parse(from)) / dayLength + 1

function monthOf(day: string): Period {
  const [year, month] = day.split('-').map(Number)
  return { from: `${day.slice(0, 7)}-01`, to: dayOf(Date.UTC(year!, month!, 0)) }
}

/** The pieces that a period's part of one month is put together from: never more than half of its days. */
function piecesOfMonth({ from, to }: Period): Piece[] {
  const month = monthOf(from)
  if (length({ from, to }) * 2 <= length(month)) return [{ from, to, months: false, minus: false }]
  const before = { from: month.from, to: addDays(from, -1) }
  const after = { from: addDays(to, 1), to: month.to }
  const left = [before, after].filter((piece) => length(piece) > 0)
  return [{ ...month, months: true, minus: false }, ...left.map((piece) => ({ ...piece, months: false, minus: true }))]
}

/** A period as whole months and a few days, so that a long one costs little more than a short one. */
export function piecesOf({ from, to }: Period): Piece[] {
  const pieces: Piece[] = []
  for (let start = from; start <= to; start = addDays(monthOf(start).to, 1)) {
    const { to: end } = monthOf(start)
    const found = piecesOfMonth({ from: start, to: end < to ? end : to })
    const last = pieces.at(-1)
    // Months that follow each other are one piece.
    if (last?.months && found[0]!.months) pieces[pieces.length - 1] = { ...last, to: found[0]!.to }
    else pieces.push(found[0]!)
    pieces.unshift(...found.slice(1))
  }
  return pieces
}

const figures = ['facts', 'imps', 'clicks', 'cv_click', 'cv_view', 'requests', 'measured', 'viewable', 'gross', 'media_cost']

function pieceSql({ from, to, months, minus }: Piece): SQL {
  const table = months ? deliveryMonthlyCampaign : deliveryDailyCampaign
  const day = months ? deliveryMonthlyCampaign.month : deliveryDailyCampaign.day
  const columns = figures.map((name) => sql`${minus ? sql`-` : sql``}${sql.identifier(name)} as ${sql.identifier(name)}`)
  return sql`select advertiser_account_id, campaign_id, ${sql.join(columns, sql`, `)} from ${table}
    where ${day} between ${from}::date and ${to}::date`
}

/** Rows that add up to what campaigns delivered in a period. */
export function campaignPeriod(period: Period): SQL {
  return sql.join(piecesOf(period).map(pieceSql), sql` union all `)
}
