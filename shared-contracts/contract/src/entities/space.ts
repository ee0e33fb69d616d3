import { defineChoices } from '../choices.ts'
import { choice, integer, money, reference, text } from '../field.ts'
import { defineResource, readEndpoints } from '../resource.ts'

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

export const space = defineResource({
  name: 'space',
  path: '/api/space',
  label: { ja: '広告枠', en: 'Ad space' },
  title: 'name',
  permissions: {
    list: 'space.list',
    select: 'space.list',
    read: 'space.read',
    create: null,
    update: null,
    delete: null,
  },
  fields: {
    name: text({ label: { ja: '広告枠名', en: 'Name' }, required: true, max: 255 }),
    status: choice({ label: { ja: '状態', en: 'Status' }, choices: spaceStatuses, required: true }),
    medium_id: reference({ label: { ja: '媒体', en: 'Medium' }, target: 'medium', required: true }),
    publisher_group_id: reference({
      label: { ja: 'メディアグループ', en: 'Media group' },
      target: 'publisher_group',
      required: true,
      access: 'read',
    }),
    position: choice({ label: { ja: '掲載位置', en: 'Position' }, choices: spacePositions, required: true }),
    width: integer({ label: { ja: '幅（px）', en: 'Width (px)' }, max: 10_000 }),
    height: integer({ label: { ja: '高さ（px）', en: 'Height (px)' }, max: 10_000 }),
    reserve_price: money({ label: { ja: '最低単価（CPM）', en: 'Floor price (CPM)' } }),
    frame_count: integer({ label: { ja: '配信枠数', en: 'Frames' }, required: true, access: 'read' }),
  },
  list: {
    columns: ['name', 'status', 'medium_id', 'publisher_group_id', 'position', 'width', 'height', 'reserve_price'],
    filters: ['status', 'publisher_group_id', 'medium_id', 'position', 'reserve_price'],
    sorts: ['updated_at', 'name', 'reserve_price'],
    defaultSort: '-updated_at',
    search: true,
  },
  sections: [
    { title: { ja: '基本情報', en: 'Basics' }, fields: ['name', 'status', 'position', 'width', 'height'] },
    { title: { ja: '媒体', en: 'Medium' }, fields: ['medium_id', 'publisher_group_id', 'frame_count'] },
    { title: { ja: '販売条件', en: 'Pricing' }, fields: ['reserve_price'] },
  ],
})

export const spaceEndpoints = readEndpoints(space)
