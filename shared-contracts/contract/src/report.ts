import * as v from 'valibot'
import { defineChoices } from './choices.ts'
import { defineEndpoint } from './endpoint.ts'
import { checks } from './field.ts'
import { metrics, measures, type MetricName } from './metric.ts'
import { message } from './validation.ts'

export const reportGroupings = defineChoices('report_grouping', [
  { key: 'day', label: { ja: '日別', en: 'By day' } },
  { key: 'campaign', label: { ja: 'キャンペーン別', en: 'By campaign' } },
  { key: 'ad', label: { ja: '広告別', en: 'By ad' } },
  { key: 'space', label: { ja: '広告枠別', en: 'By ad space' } },
])

/** Longest range of one report in days: thirteen months. */
export const reportMaximumDays = 400
/** Rows on the screen; the CSV has all of them. */
export const reportRowLimit = 1000

const ids = v.pipe(v.string(), v.regex(/^\d{1,15}(,\d{1,15}){0,99}$/u, message('choice')))
const sortKeys = ['key', ...Object.keys(metrics)].flatMap((name) => [name, `-${name}`])

/** Days are JST, both ends included. */
export const reportQuery = v.strictObject({
  from: checks.date,
  to: checks.date,
  group_by: v.optional(v.picklist(reportGroupings.keys, message('choice'))),
  campaign_id: v.optional(ids),
  advertiser_account_id: v.optional(ids),
  sort: v.optional(v.picklist(sortKeys, message('choice'))),
})

/** Counts are numbers, money and ratios decimal strings; a figure that the role may not see is absent. */
const figures = Object.fromEntries(
  (Object.keys(metrics) as MetricName[]).map((name) => [
    name,
    v.optional(metrics[name].format === 'count' ? v.number() : name in measures ? v.string() : v.nullable(v.string())),
  ]),
) as unknown as Record<MetricName, v.GenericSchema<number | string | null | undefined>>

export const reportFigures = v.object(figures)
export type ReportFigures = Partial<Record<MetricName, number | string | null>>

/** `key`: the day (YYYY-MM-DD) or the id of what the row is about; `name`: what to show for it. */
export const reportRow = v.object({ key: v.string(), name: v.string(), ...figures })
export type ReportRow = { key: string; name: string } & ReportFigures

export const reportEndpoints = {
  demand: defineEndpoint({
    method: 'GET',
    path: '/api/report/demand',
    kind: 'list',
    permission: 'report.demand',
    summary: 'Delivery results of the demand side: rows of one grouping and their totals',
    query: reportQuery,
    response: v.object({
      data: v.object({ rows: v.array(reportRow), totals: reportFigures, truncated: v.boolean() }),
    }),
    success: 200,
  }),
  demandCsv: defineEndpoint({
    method: 'GET',
    path: '/api/report/demand/csv',
    kind: 'list',
    permission: 'report.demand',
    summary: 'The same report as a CSV file: UTF-8 with BOM, every row, streamed',
    query: reportQuery,
    download: ['text/csv; charset=utf-8'],
    success: 200,
  }),
}
