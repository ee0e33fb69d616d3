import { bulkEndpoint } from '../../resource/bulk.ts'
import { defineChoices } from '../../text/choices.ts'
import { choice, choices, integer, text } from '../../field/field.ts'
import { defineResource, type CrossCheck } from '../../resource/resource.ts'
import { actionEndpoints, deleteEndpoint, readEndpoints, writeEndpoints } from '../../resource/resource-endpoints.ts'
import type { StateRules } from '../../resource/state.ts'
import { message } from '../../text/message.ts'

export const formatKinds = defineChoices('format_kind', [
  { key: 'BANNER', label: { ja: 'バナー', en: 'Banner' } },
  { key: 'NATIVE', label: { ja: 'ネイティブ', en: 'Native' } },
  { key: 'TEXT', label: { ja: 'テキスト', en: 'Text' } },
  { key: 'VIDEO', label: { ja: '動画', en: 'Video' } },
])

export const fileTypes = defineChoices('file_type', [
  { key: 'GIF', label: { ja: 'GIF', en: 'GIF' } },
  { key: 'PNG', label: { ja: 'PNG', en: 'PNG' } },
  { key: 'JPEG', label: { ja: 'JPEG', en: 'JPEG' } },
  { key: 'MP4', label: { ja: 'MP4', en: 'MP4' } },
  { key: 'WEBM', label: { ja: 'WebM', en: 'WebM' } },
])
const videoTypes: readonly string[] = ['MP4', 'WEBM']

export const formatStatuses = defineChoices('format_status', [
  { key: 'ACTIVE', label: { ja: '有効', en: 'Active' }, colour: 'success' },
  { key: 'ARCHIVED', label: { ja: 'アーカイブ', en: 'Archived' }, colour: 'neutral' },
])

/** Use of a format: an archived format stays with existing records but is not offered for new ones. */
export const formatStates = {
  field: 'status',
  actions: {
    archive: {
      label: { ja: 'アーカイブする', en: 'Archive' },
      permission: 'format.act',
      from: ['ACTIVE'],
      to: 'ARCHIVED',
      done: { ja: 'フォーマットをアーカイブしました', en: 'Format archived.' },
      confirm: {
        ja: 'このフォーマットをアーカイブします。新しいクリエイティブや広告商品には選べなくなります。よろしいですか？',
        en: 'New creatives and products can no longer choose this format. Continue?',
      },
    },
    restore: {
      label: { ja: 'アーカイブから戻す', en: 'Restore' },
      permission: 'format.act',
      from: ['ARCHIVED'],
      to: 'ACTIVE',
      done: { ja: 'フォーマットをアーカイブから戻しました', en: 'Format restored.' },
    },
  },
} as const satisfies StateRules

const neededFields = ['width', 'height', 'file_types', 'max_bytes', 'headline_max', 'description_max', 'principal_max'] as const
type NeededField = (typeof neededFields)[number]

/** Required fields by kind of format, without which no creative could be validated against it. */
const neededBy: Readonly<Record<string, readonly NeededField[]>> = {
  BANNER: ['width', 'height', 'file_types', 'max_bytes'],
  NATIVE: ['width', 'height', 'file_types', 'max_bytes', 'headline_max', 'description_max', 'principal_max'],
  TEXT: ['headline_max', 'description_max', 'principal_max'],
  VIDEO: ['width', 'height', 'file_types', 'max_bytes'],
}

const needs =
  (field: NeededField): CrossCheck<NeededField | 'kind'> =>
  ({ kind, [field]: value }) =>
    neededBy[String(kind)]?.includes(field) && (value === null || value === undefined) ? { field, message: message('required') } : null

/** Requirements for creatives (spec/domain "Format"): sizes in pixels, bytes per file, characters per text. */
export const format = defineResource({
  name: 'format',
  path: '/api/format',
  touches: ['/api/ad-creative', '/api/format-setting', '/api/product'],
  label: { ja: 'フォーマット', en: 'Format' },
  plural: 'Formats',
  title: 'name',
  permissions: {
    list: 'format.list',
    select: 'format.select',
    read: 'format.read',
    create: 'format.create',
    update: 'format.update',
    delete: 'format.delete',
  },
  fields: {
    name: text({ label: { ja: 'フォーマット名', en: 'Name' }, required: true, max: 100 }),
    status: choice({ label: { ja: '状態', en: 'Status' }, choices: formatStatuses, required: true, access: 'read' }),
    kind: choice({ label: { ja: '種類', en: 'Kind' }, choices: formatKinds, required: true, access: 'create' }),
    width: integer({
      label: { ja: '幅（px）', en: 'Width (px)' },
      help: { ja: 'バナー、ネイティブ、動画では必須です。', en: 'Required for banners, natives and videos.' },
      min: 1,
      max: 10_000,
    }),
    height: integer({ label: { ja: '高さ（px）', en: 'Height (px)' }, min: 1, max: 10_000 }),
    file_types: choices({
      label: { ja: 'ファイル形式', en: 'File types' },
      help: { ja: 'バナー、ネイティブ、動画では必須です。', en: 'Required for banners, natives and videos.' },
      choices: fileTypes,
    }),
    max_bytes: integer({ label: { ja: '最大サイズ（バイト）', en: 'Largest file (bytes)' }, min: 1, max: 1024 * 1024 * 1024 }),
    headline_max: integer({
      label: { ja: '見出しの最大文字数', en: 'Headline, characters' },
      help: { ja: '空欄のときは見出しを使いません。', en: 'Leave empty where there is no headline.' },
      min: 1,
      max: 1000,
    }),
    description_max: integer({ label: { ja: '説明文の最大文字数', en: 'Description, characters' }, min: 1, max: 1000 }),
    principal_max: integer({ label: { ja: '主体者表記の最大文字数', en: 'Advertiser shown, characters' }, min: 1, max: 1000 }),
    button_max: integer({ label: { ja: 'ボタン文言の最大文字数', en: 'Button text, characters' }, min: 1, max: 1000 }),
  },
  list: {
    columns: ['name', 'status', 'kind', 'width', 'height', 'file_types', 'max_bytes', 'headline_max'],
    filters: ['status', 'kind', 'width', 'height', 'file_types'],
    sorts: ['updated_at', 'name', 'width', 'height', 'max_bytes'],
    defaultSort: '-updated_at',
    search: true,
  },
  sections: [
    { title: { ja: '基本情報', en: 'Basics' }, fields: ['name', 'status', 'kind', 'width', 'height'] },
    { title: { ja: 'ファイル', en: 'Files' }, fields: ['file_types', 'max_bytes'] },
    { title: { ja: 'テキスト', en: 'Texts' }, fields: ['headline_max', 'description_max', 'principal_max', 'button_max'] },
  ],
  checks: [
    ...neededFields.map(needs),
    ({ kind, file_types }) => {
      if (!Array.isArray(file_types)) return null
      const video = kind === 'VIDEO'
      const wrong = file_types.some((type) => videoTypes.includes(String(type)) !== video)
      return wrong ? { field: 'file_types', message: message(video ? 'video_types' : 'image_types') } : null
    },
  ],
  states: formatStates,
})

export const formatEndpoints = {
  ...readEndpoints(format),
  ...writeEndpoints(format),
  delete: deleteEndpoint(format),
  bulk: bulkEndpoint(format),
  ...actionEndpoints(format, formatStates),
}
