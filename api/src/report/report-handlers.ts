import {
  conversionWindowDays,
  message,
  reportMaximumDays,
  reportMetrics,
  reports,
  type Locale,
  type Report,
  type ReportAnswer,
  type ReportFigures,
} from '@adsite/contract'
import type { Database } from '../db/connect.ts'
import { poolOf } from '../db/pool-of.ts'
import type { Caller } from '../db/scope.ts'
import type { Handlers } from '../http/handler.ts'
import { Refusal } from '../http/refusal.ts'
import { reportFile } from './report-file.ts'
import { reportSql, type ReportQuery, type SqlRow } from './report-sql.ts'

const dayLength = 86_400_000
/** Japan has no summer time. */
const jstOffset = 9 * 3_600_000

const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10)
const addDays = (day: string, days: number) => dayOf(Date.parse(day) + days * dayLength)
const lengthOf = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / dayLength + 1

/** The first day whose conversions may still change: its clicks are not over by the end of the window. */
function preliminaryFrom(now: number): string {
  return addDays(dayOf(now + jstOffset), -conversionWindowDays)
}

/** What the schema of the query cannot say alone: the period, and figures that the role does not receive. */
function checkQuery(report: Report, { role }: Caller, query: ReportQuery): void {
  const days = lengthOf(query)
  if (days < 1) throw new Refusal('validation_failed', { errors: { to: [message('period_order')] } })
  if (days > reportMaximumDays) throw new Refusal('validation_failed', { errors: { to: [message('period_too_long', reportMaximumDays)] } })
  const sorted = query.sort?.replace(/^-/u, '')
  if (sorted !== undefined && sorted !== 'key' && !reportMetrics(report, role).some((name) => name === sorted))
    throw new Refusal('validation_failed', { errors: { sort: [message('choice')] } })
}

function figuresOf(report: Report, { role }: Caller, row: SqlRow): ReportFigures {
  return Object.fromEntries(reportMetrics(report, role).map((name) => [name, row[name] as number | string | null]))
}

interface Asked {
  readonly report: Report
  readonly db: Database
  readonly caller: Caller
  readonly query: ReportQuery
  readonly locale: Locale
}

/** The period before with as many days: its totals, and the figures of the rows that are shown, by their key. */
async function before({ report, db, caller, query, locale }: Asked, keys: readonly string[]) {
  const days = lengthOf(query)
  const period = { from: addDays(query.from, -days), to: addDays(query.from, -1) }
  const byDay = (query.group_by ?? 'day') === 'day'
  const asked = byDay ? keys.map((key) => addDays(key, -days)) : keys
  const { rows } = await db.execute<SqlRow>(reportSql(report, caller, { ...query, ...period }, locale, { keys: asked }))
  const [totals, ...found] = rows
  const byKey = new Map(found.map((row) => [byDay ? addDays(row.key, days) : row.key, figuresOf(report, caller, row)]))
  return { ...period, totals: figuresOf(report, caller, totals!), byKey }
}

async function answer(asked: Asked, compare: boolean, limit: number): Promise<{ data: ReportAnswer }> {
  const { report, db, caller, query, locale } = asked
  checkQuery(report, caller, query)
  // The totals stand in the first row; one row more than the limit tells that there are more.
  const found = await db.execute<SqlRow>(reportSql(report, caller, query, locale, { limit: limit + 1 }))
  const [totals, ...rows] = found.rows
  const shown = rows.slice(0, limit)
  const earlier = compare
    ? await before(
        asked,
        shown.map(({ key }) => key),
      )
    : null
  return {
    data: {
      rows: shown.map((row) => ({
        key: row.key,
        name: row.name,
        ...figuresOf(report, caller, row),
        ...(earlier ? { previous: earlier.byKey.get(row.key) ?? null } : {}),
      })),
      totals: figuresOf(report, caller, totals!),
      previous: earlier && { from: earlier.from, to: earlier.to, totals: earlier.totals },
      truncated: rows.length > limit,
      preliminary_from: preliminaryFrom(Date.now()),
    },
  }
}

function handlersOf(report: Report) {
  type Call = Parameters<Handlers['report']['demand']>[0]
  type FileCall = Parameters<Handlers['report']['demand_export']>[0]
  return {
    screen: ({ db, session, query, locale }: Call) =>
      answer({ report, db, caller: session, query: query as ReportQuery, locale }, query.compare === 'previous', Number(query.limit)),
    async file({ db, session, query, locale }: FileCall) {
      checkQuery(report, session, query as ReportQuery)
      if (query.account_id !== undefined && query.account_id !== String(session.account_id)) throw new Refusal('account_changed')
      return reportFile({ pool: poolOf(db), report, caller: session, query: query as ReportQuery, locale: query.locale ?? locale })
    },
  }
}

const demand = handlersOf(reports.demand)
const conversion = handlersOf(reports.conversion)
const supply = handlersOf(reports.supply)

export const reportHandlers: Handlers['report'] = {
  demand: demand.screen,
  demand_export: demand.file,
  conversion: conversion.screen,
  conversion_export: conversion.file,
  supply: supply.screen,
  supply_export: supply.file,
}
