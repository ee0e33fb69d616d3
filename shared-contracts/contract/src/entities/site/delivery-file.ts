import * as v from 'valibot'
import { defineChoices } from '../../text/choices.ts'
import { defineEndpoint, type Job } from '../../endpoint/endpoint.ts'
import { csvTypes, linkParameters } from '../../resource/export.ts'
import { choice, integer, money, reference, references, text } from '../../field/field.ts'
import { defineResource } from '../../resource/resource.ts'
import { actionEndpoints, readEndpoints } from '../../resource/resource-endpoints.ts'
import type { StateRules } from '../../resource/state.ts'

export const deliveryFileStatuses = defineChoices('delivery_file_status', [
  { key: 'TAKEN', label: { ja: '取込済み', en: 'Taken' }, colour: 'success' },
  { key: 'PARTLY', label: { ja: '一部取込', en: 'Partly taken' }, colour: 'warning' },
  { key: 'REFUSED', label: { ja: '取込なし', en: 'Nothing taken' }, colour: 'error' },
  { key: 'REPLACED', label: { ja: '置換済み', en: 'Replaced' }, colour: 'neutral' },
  { key: 'WITHDRAWN', label: { ja: '取消済み', en: 'Withdrawn' }, colour: 'neutral' },
])

/** Voiding removes a file's delivery from every sum, as if it had never been imported; the file and its history stay. */
export const deliveryFileStates = {
  field: 'status',
  actions: {
    withdraw: {
      label: { ja: '取込を取り消す', en: 'Withdraw' },
      permission: 'delivery.import',
      from: ['TAKEN', 'PARTLY'],
      to: 'WITHDRAWN',
      done: { ja: '取込を取り消しました', en: 'The file was withdrawn.' },
      confirm: {
        ja: 'このファイルの配信実績を、配信結果・支払額・予算の消化からすべて取り除きます。同じファイルは後から取り込み直せます。よろしいですか？',
        en: 'All delivery of this file will be removed from reports, payments and budget usage. The same file can be imported again later. Continue?',
      },
    },
  },
} as const satisfies StateRules

const count = (label: { ja: string; en: string }) => integer({ label, access: 'read' })

/** An imported delivery file, its result, and who uploaded it (spec/domain "Delivery files"). */
export const deliveryFile = defineResource({
  name: 'delivery_file',
  path: '/api/delivery-file',
  touches: ['/api/report', '/api/dashboard', '/api/campaign', '/api/ad', '/api/advertisement', '/api/revenue-share'],
  label: { ja: '取込ファイル', en: 'Delivery file' },
  plural: 'Delivery files',
  title: 'name',
  permissions: {
    list: 'delivery.import',
    select: 'delivery.import',
    read: 'delivery.import',
    create: null,
    update: null,
    delete: null,
  },
  fields: {
    name: text({ label: { ja: 'ファイル名', en: 'File' }, required: true, max: 255, access: 'read' }),
    source: text({ label: { ja: '取込元', en: 'Source' }, required: true, max: 100, access: 'read' }),
    advertiser_account_id: reference({
      label: { ja: '広告主', en: 'Advertiser' },
      target: 'advertiser',
      access: 'read',
      empty: { ja: '複数', en: 'Several' },
    }),
    /** Every advertiser with delivery in the file; used as a list filter. */
    advertiser_account_ids: references({
      label: { ja: '広告主（複数の場合を含む）', en: 'Advertiser, alone or among several' },
      target: 'advertiser',
      access: 'read',
    }),
    status: choice({ label: { ja: '状態', en: 'Status' }, choices: deliveryFileStatuses, required: true, access: 'read' }),
    rows_read: count({ ja: '読込行数', en: 'Lines read' }),
    rows_taken: count({ ja: '取込行数', en: 'Lines taken' }),
    rows_refused: count({ ja: 'エラー行数', en: 'Lines refused' }),
    rows_odd: count({ ja: '要確認行数', en: 'Odd lines' }),
    rows_replaced: count({ ja: '置き換えた行数', en: 'Lines it replaced' }),
    rows_gone: count({ ja: '無効になった行数', en: 'Lines removed since' }),
    imps: count({ ja: '表示回数', en: 'Impressions' }),
    clicks: count({ ja: 'クリック数', en: 'Clicks' }),
    conversions: count({ ja: 'コンバージョン数', en: 'Conversions' }),
    gross: money({ label: { ja: '配信金額', en: 'Spend' }, access: 'read' }),
    media_cost: money({ label: { ja: '媒体費', en: 'Media cost' }, access: 'read' }),
    rates: text({ label: { ja: '換算レート（円）', en: 'Rates (yen)' }, max: 500, access: 'read' }),
    ignored_columns: text({ label: { ja: '取り込まなかった列', en: 'Columns not read' }, max: 2000, access: 'read' }),
    size: count({ ja: 'サイズ（バイト）', en: 'Size (bytes)' }),
    file_hash: text({ label: { ja: 'SHA-256', en: 'SHA-256' }, required: true, max: 64, access: 'read' }),
  },
  list: {
    search: true,
    columns: ['name', 'status', 'source', 'advertiser_account_id', 'rows_taken', 'rows_refused', 'imps', 'clicks', 'gross'],
    filters: ['status', 'advertiser_account_ids'],
    sorts: ['updated_at', 'created_at', 'rows_refused', 'imps', 'gross'],
    defaultSort: '-created_at',
  },
  sections: [
    {
      title: { ja: 'ファイル', en: 'File' },
      fields: ['name', 'source', 'advertiser_account_id', 'status', 'rates', 'ignored_columns', 'size', 'file_hash'],
    },
    {
      title: { ja: '行数', en: 'Lines' },
      fields: ['rows_read', 'rows_taken', 'rows_refused', 'rows_odd', 'rows_replaced', 'rows_gone'],
    },
    { title: { ja: '取り込んだ配信', en: 'Delivery taken' }, fields: ['imps', 'clicks', 'conversions', 'gross', 'media_cost'] },
  ],
  states: deliveryFileStates,
})

const { select: _, ...read } = readEndpoints(deliveryFile)
const actions = actionEndpoints(deliveryFile, deliveryFileStates)
/** A withdrawal takes as long as the import, because it removes as much delivery as that added. */
const withdrawal: Job = { lane: 'long', bytes: 0, seconds: 900 }

/** Sums of the imported lines; null means unknown (`measures`). Money sums are decimal strings. */
export const deliverySums = v.object({
  imps: v.number(),
  clicks: v.nullable(v.number()),
  conversions: v.nullable(v.number()),
  gross: v.string(),
  media_cost: v.nullable(v.string()),
})

/** Delivery sums of a file for one advertiser. */
export const advertiserSums = v.object({
  advertiser_account_id: v.number(),
  name: v.string(),
  rows_taken: v.number(),
  ...deliverySums.entries,
})
export type AdvertiserSums = v.InferOutput<typeof advertiserSums>

export const deliveryFileEndpoints = {
  ...read,
  ...actions,
  withdraw: { ...actions.withdraw, slow: true, job: withdrawal } as const,
  advertisers: defineEndpoint({
    method: 'GET',
    path: '/api/delivery-file/{id}/advertisers',
    label: { ja: '取込ファイルの広告主別実績の表示', en: 'View a delivery file by advertiser' },
    kind: 'get',
    permission: 'delivery.import',
    summary: 'What a delivery file brought for each advertiser, the largest spend first',
    response: v.object({ data: v.array(advertiserSums) }),
    success: 200,
  }),
  refused: defineEndpoint({
    method: 'GET',
    path: '/api/delivery-file/{id}/refused',
    label: { ja: '取込ファイルのエラー行の表示', en: 'View refused lines of a delivery file' },
    kind: 'get',
    permission: 'delivery.import',
    summary: 'The first refused lines of a delivery file: number, reason and the line; `total` is how many were refused',
    response: v.object({ data: v.array(v.object({ line: v.number(), reason: v.string(), raw: v.string() })), total: v.number() }),
    success: 200,
  }),
  refused_file: defineEndpoint({
    method: 'GET',
    path: '/api/delivery-file/{id}/refused/export',
    label: { ja: '取込ファイルのエラー行のダウンロード', en: 'Download refused lines of a delivery file' },
    kind: 'get',
    permission: 'delivery.import',
    summary: 'All refused lines of a delivery file that are kept, as CSV (UTF-8 with BOM)',
    query: v.strictObject(linkParameters),
    download: [csvTypes.utf8],
    success: 200,
  }),
}
