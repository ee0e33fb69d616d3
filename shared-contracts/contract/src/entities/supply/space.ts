import { bulkEndpoint } from '../../resource/bulk.ts'
import * as v from 'valibot'
import { defineChoices } from '../../text/choices.ts'
import { defineEndpoint } from '../../endpoint/endpoint.ts'
import { checks } from '../../field/checks.ts'
import { choice, choices, integer, money, priceDecimals, reference, text } from '../../field/field.ts'
import { defineResource } from '../../resource/resource.ts'
import { actionEndpoints, readEndpoints, totalsEndpoint, writeEndpoints } from '../../resource/resource-endpoints.ts'
import type { StateRules } from '../../resource/state.ts'
import { frameStatuses } from './frame.ts'
import { adCategories } from './medium.ts'

export const spacePositions = defineChoices('space_position', [
  { key: 'HEADER', label: { ja: 'ヘッダー', en: 'Header' } },
  { key: 'IN_ARTICLE', label: { ja: '記事中', en: 'In article' } },
  { key: 'SIDEBAR', label: { ja: 'サイドバー', en: 'Sidebar' } },
  { key: 'FOOTER', label: { ja: 'フッター', en: 'Footer' } },
  { key: 'OVERLAY', label: { ja: 'オーバーレイ', en: 'Overlay' } },
])

export const spaceStatuses = defineChoices('space_status', [
  { key: 'ACTIVE', label: { ja: '有効', en: 'Active' }, colour: 'success' },
  { key: 'INACTIVE', label: { ja: '無効', en: 'Inactive' }, colour: 'neutral' },
])

/** Status of a space: ads are placed, and frames start and restart, only in active spaces. */
export const spaceStates = {
  field: 'status',
  actions: {
    activate: {
      label: { ja: '有効にする', en: 'Activate' },
      permission: 'space.act',
      from: ['INACTIVE'],
      to: 'ACTIVE',
      done: { ja: '広告枠を有効にしました', en: 'Ad space activated.' },
    },
    deactivate: {
      label: { ja: '無効にする', en: 'Deactivate' },
      permission: 'space.act',
      from: ['ACTIVE'],
      to: 'INACTIVE',
      done: { ja: '広告枠を無効にしました', en: 'Ad space deactivated.' },
      confirm: {
        ja: 'この広告枠への配信は止まり、配信枠は開始も再開もできなくなります。よろしいですか？',
        en: 'Delivery into this ad space ends, and its frames can neither start nor restart. Continue?',
      },
    },
  },
} as const satisfies StateRules

/** A place for ads on a medium (spec/domain "Space"). The administrator creates it; the media side also maintains its terms. */
export const space = defineResource({
  name: 'space',
  path: '/api/space',
  touches: ['/api/ad-whitelist', '/api/medium', '/api/frame', '/api/format-setting', '/api/product', '/api/advertisement'],
  label: { ja: '広告枠', en: 'Ad space' },
  plural: 'Ad spaces',
  title: 'name',
  permissions: {
    list: 'space.list',
    select: 'space.select',
    read: 'space.read',
    create: 'space.create',
    update: 'space.update',
    delete: null,
  },
  fields: {
    name: text({ label: { ja: '広告枠名', en: 'Name' }, required: true, max: 255 }),
    status: choice({ label: { ja: '状態', en: 'Status' }, choices: spaceStatuses, required: true, access: 'read' }),
    medium_id: reference({ label: { ja: '媒体', en: 'Medium' }, target: 'medium', required: true, access: 'create' }),
    publisher_group_id: reference({
      label: { ja: 'メディアグループ', en: 'Media group' },
      target: 'publisher_group',
      required: true,
      access: 'read',
    }),
    position: choice({ label: { ja: '掲載位置', en: 'Position' }, choices: spacePositions, required: true }),
    width: integer({ label: { ja: '幅（px）', en: 'Width (px)' }, max: 10_000 }),
    height: integer({ label: { ja: '高さ（px）', en: 'Height (px)' }, max: 10_000 }),
    reserve_price: money({ label: { ja: '最低単価（CPM）', en: 'Floor price (CPM)' }, decimals: priceDecimals }),
    blocked_categories: choices({ label: { ja: '除外カテゴリー', en: 'Blocked categories' }, choices: adCategories }),
    frame_count: integer({ label: { ja: '配信枠数', en: 'Frames' }, required: true, access: 'read' }),
  },
  list: {
    columns: ['name', 'status', 'medium_id', 'reserve_price', 'imps', 'fill', 'ctr', 'revenue', 'revenue_ecpm'],
    filters: ['status', 'publisher_group_id', 'medium_id', 'position', 'reserve_price', 'blocked_categories'],
    sorts: ['updated_at', 'name', 'reserve_price'],
    defaultSort: '-updated_at',
    search: true,
    delivery: { side: 'supply', of: 'space' },
  },
  sections: [
    { title: { ja: '基本情報', en: 'Basics' }, fields: ['name', 'status', 'position', 'width', 'height'] },
    { title: { ja: '媒体', en: 'Medium' }, fields: ['medium_id', 'publisher_group_id', 'frame_count'] },
    { title: { ja: '販売条件', en: 'Pricing' }, fields: ['reserve_price', 'blocked_categories'] },
  ],
  states: spaceStates,
})

/** The tag that a medium embeds in its pages for a frame. */
export const frameTag = v.object({
  id: checks.id,
  name: v.string(),
  code: v.string(),
  status: v.picklist(frameStatuses.keys),
  width: v.number(),
  height: v.number(),
  /** HTML; null if no ad server is configured (TAG_SCRIPT). */
  tag: v.nullable(v.string()),
})
export type FrameTag = v.InferOutput<typeof frameTag>

export const spaceEndpoints = {
  ...readEndpoints(space),
  totals: totalsEndpoint(space),
  tags: defineEndpoint({
    method: 'GET',
    path: `${space.path}/{id}/tag`,
    label: { ja: '広告枠の広告タグの表示', en: 'View ad tags of an ad space' },
    kind: 'list',
    permission: 'space.read',
    summary: 'The frames of a space with the tag to paste for each; archived ones are left out',
    response: v.object({ data: v.array(frameTag) }),
    success: 200,
  }),
  ...writeEndpoints(space),
  bulk: bulkEndpoint(space),
  ...actionEndpoints(space, spaceStates),
}
