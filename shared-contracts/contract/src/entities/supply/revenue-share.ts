import * as v from 'valibot'
import { bulkEndpoint } from '../../resource/bulk.ts'
import { defineChoices } from '../../text/choices.ts'
import { defineEndpoint } from '../../endpoint/endpoint.ts'
import { choice, date, emptyMeans, rate, reference, text } from '../../field/field.ts'
import { defineResource } from '../../resource/resource.ts'
import { deleteEndpoint, readEndpoints, writeEndpoints } from '../../resource/resource-endpoints.ts'
import { message } from '../../text/message.ts'

/** Position of a period relative to today (JST). */
export const revenueSharePhases = defineChoices('revenue_share_phase', [
  { key: 'FUTURE', label: { ja: '適用前', en: 'Upcoming' }, colour: 'info' },
  { key: 'CURRENT', label: { ja: '適用中', en: 'Current' }, colour: 'success' },
  { key: 'PAST', label: { ja: '終了', en: 'Over' }, colour: 'neutral' },
])

/**
 * A revenue share (spec/domain "Revenue share"): the percentage of gross paid to a media group or one of its
 * media for a period of days. A medium's own rate overrides the group's. Periods of one group or medium do not
 * overlap, and past periods are immutable.
 */
export const revenueShare = defineResource({
  name: 'revenue_share',
  path: '/api/revenue-share',
  label: { ja: 'レベニューシェア', en: 'Revenue share' },
  plural: 'Revenue shares',
  title: 'name',
  fresh: true,
  fourEyes: { area: 'share', waits: 'record' },
  permissions: {
    list: 'revenue_share.list',
    select: 'revenue_share.list',
    read: 'revenue_share.read',
    create: 'revenue_share.create',
    update: 'revenue_share.update',
    delete: 'revenue_share.delete',
  },
  fields: {
    name: text({ label: { ja: '対象', en: 'For' }, required: true, max: 255, access: 'read' }),
    publisher_group_id: reference({
      label: { ja: 'メディアグループ', en: 'Media group' },
      target: 'publisher_group',
      required: true,
      access: 'create',
    }),
    medium_id: reference({
      label: { ja: '媒体', en: 'Medium' },
      help: { ja: '空欄のときはメディアグループ全体に適用します。', en: 'Leave empty for the whole media group.' },
      empty: emptyMeans.all,
      target: 'medium',
      access: 'create',
    }),
    rate: rate({ label: { ja: '媒体への分配率', en: 'Share for media' }, required: true }),
    valid_from: date({ label: { ja: '適用開始日', en: 'Valid from' }, required: true }),
    valid_to: date({
      label: { ja: '適用終了日', en: 'Valid until' },
      help: { ja: 'この日まで適用します。空欄のときは適用を続けます。', en: 'The last day. Leave empty to keep it valid.' },
      empty: emptyMeans.openEnded,
    }),
    phase: choice({ label: { ja: '状態', en: 'Status' }, choices: revenueSharePhases, required: true, access: 'read' }),
  },
  list: {
    columns: ['name', 'phase', 'rate', 'valid_from', 'valid_to', 'publisher_group_id'],
    filters: ['phase', 'publisher_group_id', 'medium_id', 'rate', 'valid_from', 'valid_to'],
    sorts: ['updated_at', 'valid_from', 'valid_to', 'rate'],
    defaultSort: '-valid_from',
  },
  sections: [
    { title: { ja: '対象', en: 'For' }, fields: ['name', 'publisher_group_id', 'medium_id'] },
    { title: { ja: '分配率と期間', en: 'Share and period' }, fields: ['rate', 'valid_from', 'valid_to', 'phase'] },
  ],
  checks: [
    ({ valid_from, valid_to }) =>
      typeof valid_from === 'string' && typeof valid_to === 'string' && valid_to < valid_from
        ? { field: 'valid_to', message: message('days_order') }
        : null,
  ],
})

/** A month of a media group. Money in yen; `revenue` is what the group is paid (`measures`), null if part of it is unknown. */
export const revenueMonth = v.object({
  /** `YYYY-MM`. */
  month: v.string(),
  gross: v.string(),
  revenue: v.nullable(v.string()),
  /** Gross without a known payout: neither a delivery file nor a share defines it. */
  unrated_gross: v.string(),
})
export type RevenueMonth = v.InferOutput<typeof revenueMonth>

/** Number of months in the chart, ending with the last month with delivery, but no later than the current one. */
export const revenueMonths = 12

const { select: _, ...read } = readEndpoints(revenueShare)

export const revenueShareEndpoints = {
  ...read,
  ...writeEndpoints(revenueShare),
  delete: deleteEndpoint(revenueShare),
  bulk: bulkEndpoint(revenueShare),
  monthly: defineEndpoint({
    method: 'GET',
    path: '/api/revenue-share/monthly',
    label: { ja: '月別収益の表示', en: 'View monthly revenue' },
    kind: 'list',
    permission: 'revenue_share.read',
    summary: `What a media group is paid by month: ${revenueMonths} months, the last one with delivery last`,
    query: v.strictObject({ publisher_group_id: v.pipe(v.string(message('required')), v.regex(/^\d{1,15}$/u, message('invalid'))) }),
    response: v.object({ data: v.array(revenueMonth), total: v.omit(revenueMonth, ['month']) }),
    success: 200,
  }),
}
