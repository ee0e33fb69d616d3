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
import type { Handlers } from '../call/handler.ts'
import { Refusal } from '../refusal/refusal.ts'
import { deliveredDays } from './campaign-period.ts'
import { reportFile } from './report-file.ts'
import type { Asked } from './report-source.ts'
import { unplacedDelivery } from './unplaced.ts'
import { leadingKeysSql, reportSql, type ReportQuery, type SqlRow } from './report-sql.ts'

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

interface Screen {
  readonly db: Database
  readonly asked: Asked<ReportQuery>
  readonly locale: Locale
}

/** The period before with as many days: its totals, and the figures of the rows that are shown, by their key. */
async function before({ db, asked, locale }: Screen, keys: readonly string[]) {
  const { report, caller, query } = asked
  const days = lengthOf(query)
  const period = { from: addDays(query.from, -days), to: addDays(query.from, -1) }
  const byDay = (query.group_by ?? 'day') === 'day'
  const wanted = byDay ? keys.map((key) => addDays(key, -days)) : keys
  const { rows } = await db.execute<SqlRow>(reportSql({ ...asked, query: { ...query, ...period } }, locale, { keys: wanted }))
  const [totals, ...found] = rows
  const byKey = new Map(found.map((row) => [byDay ? addDays(row.key, days) : row.key, figuresOf(report, caller, row)]))
  return { ...period, totals: figuresOf(report, caller, totals!), byKey }
}

/** Days of a period from which on looking for what may be among its first rows is less work than adding up everything. */
const leadingFrom = 42
/** To look one row up costs what adding up some twenty does. */
const mostLookedUp = (limit: number) => 2 * limit + 1000

/** What may be among the first rows, where that is little beside everything. */
async function leadingKeys({ db, asked }: Screen, limit: number): Promise<{ keys?: string[] }> {
  const statement = lengthOf(asked.query) < leadingFrom ? null : leadingKeysSql(asked, limit, mostLookedUp(limit) + 1)
  if (!statement) return {}
  const { rows } = await db.execute<{ key: string }>(statement)
  return rows.length > mostLookedUp(limit) ? {} : { keys: rows.map(({ key }) => key) }
}

async function answer(screen: Screen, compare: boolean, limit: number): Promise<{ data: ReportAnswer }> {
  const { db, asked, locale } = screen
  const { report, caller } = asked
  // The totals stand in the first row; one row more than the limit tells that there are more.
  const found = await db.execute<SqlRow>(reportSql(asked, locale, { ...(await leadingKeys(screen, limit + 1)), limit: limit + 1 }))
  const [totals, ...rows] = found.rows
  const shown = rows.slice(0, limit)
  const earlier = compare
    ? await before(
        screen,
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
      unplaced: await unplacedDelivery(db, asked),
      preliminary_from: preliminaryFrom(Date.now()),
    },
  }
}

function handlersOf(report: Report) {
  type Call = Parameters<Handlers['report']['demand']>[0]
  type FileCall = Parameters<Handlers['report']['demand_export']>[0]
  async function ask(db: Database, session: Caller, query: ReportQuery): Promise<Asked<ReportQuery>> {
    checkQuery(report, session, query)
    return { report, caller: session, query, delivered: query.group_by === 'campaign' ? await deliveredDays(db) : null }
  }
  return {
    async screen({ db, session, query, locale }: Call) {
      const asked = await ask(db, session, query as ReportQuery)
      return answer({ db, asked, locale }, query.compare === 'previous', Number(query.limit))
    },
    async file({ db, session, query, locale }: FileCall) {
      const asked = await ask(db, session, query as ReportQuery)
      if (query.account_id !== undefined && query.account_id !== String(session.account_id)) throw new Refusal('account_changed')
      return reportFile({ pool: poolOf(db), asked, format: query.format, encoding: query.encoding, locale: query.locale ?? locale })
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
