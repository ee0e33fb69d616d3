import { message, reportMaximumDays, reportRowLimit, visibleMetrics, type EndpointResponse, type reportEndpoints } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { poolOf } from '../db/pool-of.ts'
import type { Caller } from '../db/scope.ts'
import type { Handlers } from '../http/handler.ts'
import { Refusal } from '../http/refusal.ts'
import { reportCsv } from './report-csv.ts'
import { reportSql, type ReportQuery } from './report-sql.ts'

const dayLength = 86_400_000

/** What the schema of the query cannot say alone: the period, and figures that the role does not receive. */
function checkQuery({ role }: Caller, { from, to, sort }: ReportQuery): void {
  const days = (Date.parse(to) - Date.parse(from)) / dayLength + 1
  if (days < 1) throw new Refusal('validation_failed', { errors: { to: [message('period_order')] } })
  if (days > reportMaximumDays) throw new Refusal('validation_failed', { errors: { to: [message('period_too_long', reportMaximumDays)] } })
  const sorted = sort?.replace(/^-/u, '')
  if (sorted !== undefined && sorted !== 'key' && !visibleMetrics(role).some((name) => name === sorted))
    throw new Refusal('validation_failed', { errors: { sort: [message('choice')] } })
}

type Report = EndpointResponse<typeof reportEndpoints.demand>['data']
type SqlRow = Report['rows'][number] & { readonly is_total: boolean }

function figuresOf(row: SqlRow, { role }: Caller): Report['totals'] {
  return Object.fromEntries(visibleMetrics(role).map((name) => [name, row[name]])) as Report['totals']
}

export const reportHandlers: Handlers['report'] = {
  async demand({ db, session, query, locale }) {
    checkQuery(session, query)
    // The totals stand in the first row; one row over the limit tells that there are more.
    const found = await db.execute<SqlRow>(sql`${reportSql(session, query, locale)} limit ${reportRowLimit + 2}`)
    const [totals, ...rows] = found.rows
    const shown = rows.slice(0, reportRowLimit).map((row) => ({ key: row.key, name: row.name, ...figuresOf(row, session) }))
    return { data: { rows: shown, totals: figuresOf(totals!, session), truncated: rows.length > reportRowLimit } }
  },

  async demandCsv({ db, session, query, locale }) {
    checkQuery(session, query)
    const pieces = reportCsv(poolOf(db), session, query, locale)
    // A database that fails does so before the answer has begun.
    let first: IteratorResult<string> | null = await pieces.next()
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const piece: IteratorResult<string> = first ?? (await pieces.next())
        first = null
        if (piece.done) controller.close()
        else controller.enqueue(Buffer.from(piece.value))
      },
      async cancel() {
        await pieces.return(undefined)
      },
    })
    const name = `delivery-by-${query.group_by ?? 'day'}_${query.from}_${query.to}.csv`
    return new Response(body, {
      headers: { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': `attachment; filename="${name}"` },
    })
  },
}
