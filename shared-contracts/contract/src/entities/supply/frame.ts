import * as v from 'valibot'
import { bulkEndpoint } from '../../resource/bulk.ts'
import { defineChoices } from '../../text/choices.ts'
import { defineEndpoint } from '../../endpoint/endpoint.ts'
import { checks } from '../../field/checks.ts'
import { choice, choices, integer, money, priceDecimals, reference, text } from '../../field/field.ts'
import { importEndpoints } from '../../resource/import.ts'
import { defineResource } from '../../resource/resource.ts'
import { actionEndpoints, readEndpoints, selectQuery, writeEndpoints } from '../../resource/resource-endpoints.ts'
import type { StateRules } from '../../resource/state.ts'
import { message } from '../../text/message.ts'
import { adCategories } from './medium.ts'

export const frameStatuses = defineChoices('frame_status', [
  { key: 'PREPARING', label: { ja: '準備中', en: 'Preparing' }, colour: 'info' },
  { key: 'RUNNING', label: { ja: '稼働中', en: 'Running' }, colour: 'success' },
  { key: 'STOPPED', label: { ja: '停止中', en: 'Stopped' }, colour: 'warning' },
  { key: 'ARCHIVED', label: { ja: 'アーカイブ', en: 'Archived' }, colour: 'neutral' },
])

/** Delivery status of a frame (spec/domain "Frame"): preparing → running ↔ stopped; both can be archived. */
export const frameStates = {
  field: 'status',
  actions: {
    start: {
      label: { ja: '開始する', en: 'Start' },
      permission: 'frame.act',
      from: ['PREPARING'],
      to: 'RUNNING',
      done: { ja: '配信枠を開始しました', en: 'Delivery frame started.' },
    },
    stop: {
      label: { ja: '停止する', en: 'Stop' },
      permission: 'frame.act',
      from: ['RUNNING'],
      to: 'STOPPED',
      done: { ja: '配信枠を停止しました', en: 'Delivery frame stopped.' },
      confirm: { ja: 'この配信枠の配信を停止します。よろしいですか？', en: 'Delivery into this frame will stop. Continue?' },
      reason: { label: { ja: '停止の理由', en: 'Why it stops' }, maxLength: 500, field: 'stop_reason' },
    },
    restart: {
      label: { ja: '再開する', en: 'Restart' },
      permission: 'frame.act',
      from: ['STOPPED'],
      to: 'RUNNING',
      done: { ja: '配信枠を再開しました', en: 'Delivery frame restarted.' },
      clears: ['stop_reason'],
    },
    archive: {
      label: { ja: 'アーカイブする', en: 'Archive' },
      permission: 'frame.act',
      from: ['RUNNING', 'STOPPED'],
      to: 'ARCHIVED',
      done: { ja: '配信枠をアーカイブしました', en: 'Delivery frame archived.' },
      confirm: {
        ja: 'この配信枠をアーカイブします。元に戻せません。よろしいですか？',
        en: 'This frame will be archived for good. Continue?',
      },
    },
  },
} as const satisfies StateRules

/** One size and one tag code of a space, into which ads are served (spec/domain "Frame"). */
export const frame = defineResource({
  name: 'frame',
  path: '/api/frame',
  touches: ['/api/space', '/api/advertisement', '/api/source-frame'],
  label: { ja: '配信枠', en: 'Delivery frame' },
  plural: 'Delivery frames',
  title: 'name',
  permissions: {
    list: 'frame.list',
    select: 'frame.list',
    read: 'frame.read',
    create: 'frame.create',
    update: 'frame.update',
    delete: null,
  },
  fields: {
    name: text({ label: { ja: '配信枠名', en: 'Name' }, required: true, max: 255 }),
    status: choice({ label: { ja: '状態', en: 'Status' }, choices: frameStatuses, required: true, access: 'read' }),
    stop_reason: text({ label: { ja: '停止の理由', en: 'Why it stopped' }, kind: 'multiline', max: 500, access: 'read' }),
    code: text({
      label: { ja: '枠コード', en: 'Code' },
      help: { ja: 'タグと配信データで使うコードです。', en: 'The code in tags and in delivery files.' },
      required: true,
      max: 100,
      isCode: true,
    }),
    space_id: reference({ label: { ja: '広告枠', en: 'Ad space' }, target: 'space', required: true, access: 'create' }),
    medium_id: reference({ label: { ja: '媒体', en: 'Medium' }, target: 'medium', required: true, access: 'read' }),
    publisher_group_id: reference({
      label: { ja: 'メディアグループ', en: 'Media group' },
      target: 'publisher_group',
      required: true,
      access: 'read',
    }),
    width: integer({
      label: { ja: '幅（px）', en: 'Width (px)' },
      help: { ja: 'サイズを限定しない場合は 0 × 0 を入力します。', en: 'Enter 0 × 0 to take every size.' },
      required: true,
      max: 10_000,
    }),
    height: integer({ label: { ja: '高さ（px）', en: 'Height (px)' }, required: true, max: 10_000 }),
    reserve_price: money({
      label: { ja: '最低単価（CPM）', en: 'Floor price (CPM)' },
      decimals: priceDecimals,
      help: { ja: '空欄のときは広告枠の最低単価を使います。', en: 'Leave empty to use that of the ad space.' },
    }),
    blocked_categories: choices({
      label: { ja: '除外カテゴリー', en: 'Blocked categories' },
      choices: adCategories,
    }),
    // Creatives belong to advertisers, which the supply side must not see.
    default_creative_id: reference({
      label: { ja: '既定クリエイティブ', en: 'Default creative' },
      help: {
        ja: 'ほかに配信できる広告がないときに表示します。承認済みで、配信枠と同じ大きさのものを選んでください。',
        en: 'Shown when no ad can be served. It has to be approved and as large as the frame.',
      },
      target: 'creative',
      chosenFrom: 'shown_creative',
      roles: ['admin'],
    }),
  },
  list: {
    columns: ['name', 'status', 'code', 'width', 'height', 'reserve_price', 'space_id', 'medium_id'],
    filters: ['status', 'publisher_group_id', 'medium_id', 'space_id', 'width', 'height', 'reserve_price', 'blocked_categories'],
    sorts: ['updated_at', 'name', 'code', 'reserve_price'],
    defaultSort: '-updated_at',
    search: true,
  },
  sections: [
    { title: { ja: '基本情報', en: 'Basics' }, fields: ['name', 'status', 'stop_reason', 'code', 'width', 'height'] },
    { title: { ja: '掲載先', en: 'Where' }, fields: ['space_id', 'medium_id', 'publisher_group_id'] },
    { title: { ja: '配信条件', en: 'Conditions' }, fields: ['reserve_price', 'blocked_categories', 'default_creative_id'] },
  ],
  checks: [
    ({ width, height }) =>
      (width === 0) === (height === 0) ? null : { field: width === 0 ? 'width' : 'height', message: message('frame_size') },
  ],
  states: frameStates,
})

/** A frame in a selection list, with details that distinguish frames with similar names. */
export const frameChoice = v.object({
  id: checks.id,
  name: v.string(),
  code: v.string(),
  width: v.number(),
  height: v.number(),
  status: v.picklist(frameStatuses.keys),
  space: v.object({ id: checks.id, name: v.string() }),
  medium: v.object({ id: checks.id, name: v.string() }),
})
export type FrameChoice = v.InferOutput<typeof frameChoice>

export const frameEndpoints = {
  ...readEndpoints(frame),
  ...writeEndpoints(frame),
  ...importEndpoints(frame),
  bulk: bulkEndpoint(frame),
  ...actionEndpoints(frame, frameStates),
  choose: defineEndpoint({
    method: 'GET',
    path: '/api/frame/list',
    label: { ja: '配信枠の選択肢の表示', en: 'View choices of delivery frames' },
    kind: 'list',
    permission: 'frame.list',
    summary: 'Frames to choose from, by name or of one space, at most 50; archived ones only when asked for by id',
    query: v.strictObject({
      ...selectQuery.entries,
      space_id: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/u))),
    }),
    response: v.object({ data: v.array(frameChoice) }),
    success: 200,
  }),
}
