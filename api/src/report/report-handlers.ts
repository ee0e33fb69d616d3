import {
  daysError,
  japanDay,
  message,
  preliminaryFrom,
  reportMetrics,
  reports,
  required,
  type Locale,
  type MetricName,
  type Report,
  type ReportAnswer,
  type Figures,
  type FigureValue,
} from '@adsite/contract'
import type { Database } from '../db/connect.ts'
import { areFrameSumsComplete } from '../db/upgrade/frame-sums-complete.ts'
import { isPeriodKept } from '../db/upgrade/kept-periods.ts'
import { poolOf } from '../db/pool-of.ts'
import type { Caller } from '../db/scope.ts'
import type { Handlers } from '../call/handler.ts'
import { RequestError } from '../error/request-error.ts'
import { deliveredDays } from './campaign-period.ts'
import { asBefore } from './compared.ts'
import { addDays, dayCount } from './days.ts'
import { ownAdvertisers } from './own-advertisers.ts'
import { reportFile } from './report-file.ts'
import type { Asked } from './report-source.ts'
import { unplacedDelivery } from './unplaced-delivery.ts'
import { leadingKeysSql, readsFacts, reportSql, rowCountSql, type ReportQuery, type SqlRow } from './report-sql.ts'

/** Checks what the query's schema cannot: the period, and figures that the role may not see. */
function checkQuery(report: Report, { role }: Caller, query: ReportQuery): void {
  const fault = daysError(query)
  if (fault !== null) throw new RequestError('validation_failed', { errors: { to: [fault] } })
  const sorted = query.sort?.replace(/^-/u, '')
  if (sorted !== undefined && sorted !== 'key' && !reportMetrics(report, role).some((name) => name === sorted))
    throw new RequestError('validation_failed', { errors: { sort: [message('choice')] } })
}

/** The figures of a file: the requested ones in order, or all that the role may see. */
function fileMetrics(report: Report, { role }: Caller, columns: string | undefined): MetricName[] {
  const offered = reportMetrics(report, role)
  const wanted = [...new Set(columns?.split(',') ?? offered)]
  const names = wanted.flatMap((name) => offered.find((known) => known === name) ?? [])
  if (names.length < wanted.length) throw new RequestError('validation_failed', { errors: { columns: [message('choice')] } })
  return names
}

/** Adds the figures of a row to an answer, one by one: a report has hundreds of rows, and objects that are copied together cost several times as much. */
function withFigures<T extends object>(answered: T, names: readonly MetricName[], row: SqlRow): T & Figures {
  const figures: T & { [name in MetricName]?: FigureValue } = answered
  for (const name of names) figures[name] = row[name] ?? null
  return figures
}

interface Screen {
  readonly db: Database
  readonly asked: Asked<ReportQuery>
  readonly locale: Locale
}

/** Reads the former period: its totals, and the figures of the shown rows by key. */
async function before({ db, asked, locale }: Screen, keys: readonly string[]) {
  const { report, caller, query } = asked
  const byDay = (query.group_by ?? 'day') === 'day'
  const earlier = asBefore(asked)
  const { from, to } = earlier.query
  const [totals, ...found] = (await db.execute<SqlRow>(reportSql(earlier, locale, byDay ? {} : { keys }))).rows
  const names = reportMetrics(report, caller.role)
  const rows = found.map((row) => withFigures({ key: row.key, name: row.name }, names, row))
  const later = byDay ? dayCount(query) : 0
  const byKey = new Map(found.map((row) => [byDay ? addDays(row.key, later) : row.key, withFigures({}, names, row)]))
  return { previous: { from, to, totals: withFigures({}, names, required(totals, 'totals')), days: byDay ? rows : null }, byKey }
}

/** Length of a period (days) from which looking up candidates for its first rows is cheaper than summing everything. */
const leadingFrom = 42
/** Looking one row up costs about as much as summing twenty. */
const mostLookedUp = (limit: number) => 2 * limit + 1000

/** Returns the candidates for the first rows, if they are few compared with all. */
async function leadingKeys({ db, asked }: Screen, limit: number): Promise<{ keys?: string[] }> {
  const statement = dayCount(asked.query) < leadingFrom ? null : leadingKeysSql(asked, limit, mostLookedUp(limit) + 1)
  if (!statement) return {}
  const { rows } = await db.execute<{ key: string }>(statement)
  return rows.length > mostLookedUp(limit) ? {} : { keys: rows.map(({ key }) => key) }
}

async function countRows({ db, asked }: Screen): Promise<number> {
  const { rows } = await db.execute<{ rows: number }>(rowCountSql(asked))
  return required(rows[0], 'a row of the answer').rows
}

interface Shown {
  readonly limit: number
  /** Counting a truncated list takes as long as summing it. */
  readonly counted: boolean
}

async function answer(screen: Screen, { limit, counted }: Shown): Promise<{ data: ReportAnswer }> {
  const { db, asked, locale } = screen
  const names = reportMetrics(asked.report, asked.caller.role)
  // The totals are in the first row; one row more than the limit shows that there are more.
  const found = await db.execute<SqlRow>(reportSql(asked, locale, { ...(await leadingKeys(screen, limit + 1)), limit: limit + 1 }))
  const [totals, ...rows] = found.rows
  const shown = rows.slice(0, limit)
  const truncated = rows.length > limit
  const earlier = asked.query.compare
    ? await before(
        screen,
        shown.map(({ key }) => key),
      )
    : null
  return {
    data: {
      rows: shown.map((row) => {
        const figures = withFigures({ key: row.key, name: row.name }, names, row)
        return earlier ? { ...figures, previous: earlier.byKey.get(row.key) ?? null } : figures
      }),
      totals: withFigures({}, names, required(totals, 'totals')),
      previous: earlier?.previous ?? null,
      truncated,
      row_count: truncated ? (counted ? await countRows(screen) : null) : rows.length,
      unplaced: await unplacedDelivery(db, asked),
      preliminary_from: preliminaryFrom(japanDay()),
    },
  }
}

function handlersOf(report: Report) {
  type Call = Parameters<Handlers['report']['demand']>[0]
  type FileCall = Parameters<Handlers['report']['demand_export']>[0]
  async function ask(db: Database, session: Caller, query: ReportQuery): Promise<Asked<ReportQuery>> {
    checkQuery(report, session, query)
    const delivered = query.group_by === 'campaign' ? await deliveredDays(db) : null
    const asked = { report, caller: session, query, delivered, advertisers: null, byFrame: false, keptPeriod: null }
    if (!readsFacts(asked)) return asked
    const summed = { ...asked, byFrame: true }
    if (!readsFacts(summed) && (await areFrameSumsComplete(db))) return summed
    const ofPeriod = { ...asked, keptPeriod: query }
    const isKept = !readsFacts(ofPeriod) && (await isPeriodKept(db, query))
    if (isKept && query.compare === undefined) return ofPeriod
    return { ...(isKept ? ofPeriod : asked), advertisers: await ownAdvertisers(db, session, query) }
  }
  return {
    async screen({ db, session, query, locale }: Call) {
      const asked = await ask(db, session, query)
      return answer({ db, asked, locale }, { limit: Number(query.limit), counted: query.count === 'exact' })
    },
    async file({ db, session, query, locale }: FileCall) {
      const asked = await ask(db, session, query)
      if (query.account_id !== undefined && query.account_id !== String(session.account_id)) throw new RequestError('account_changed')
      const names = fileMetrics(report, session, query.columns)
      const unplaced = await unplacedDelivery(db, asked)
      return reportFile({
        pool: poolOf(db),
        asked,
        names,
        unplaced,
        format: query.format,
        encoding: query.encoding,
        locale: query.locale ?? locale,
      })
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
