import * as v from 'valibot'
import { defineChoices } from '../../text/choices.ts'
import { defineEndpoint } from '../../endpoint/endpoint.ts'
import { localeParameter } from '../../resource/export.ts'
import { choice, date, integer, reference, text, url } from '../../field/field.ts'
import { defineResource } from '../../resource/resource.ts'
import { readEndpoints } from '../../resource/resource-endpoints.ts'
import { message } from '../../text/message.ts'
import { previewDevices } from '../creative/creative.ts'
import { formatKinds } from './format.ts'
import { rejectRequestStatuses } from './reject-request.ts'

export const advertisementStatuses = defineChoices('advertisement_status', [
  { key: 'SHOWN', label: { ja: '掲載対象', en: 'Shown' }, colour: 'success' },
  { key: 'EXCLUDED', label: { ja: '除外', en: 'Excluded' }, colour: 'warning' },
  { key: 'UNLISTED', label: { ja: 'ホワイトリスト外', en: 'Not listed' }, colour: 'warning' },
])

/**
 * An ad in one of the account's own frames, from its first delivery there: the supply side's view of ads
 * (spec/domain "Row scope": name, creative and landing page, never budget or gross).
 */
export const advertisement = defineResource({
  name: 'advertisement',
  path: '/api/advertisement',
  label: { ja: '掲載広告', en: 'Advertisement' },
  plural: 'Advertisements',
  title: 'name',
  permissions: {
    list: 'advertisement.read',
    select: 'advertisement.read',
    read: 'advertisement.read',
    create: null,
    update: null,
    delete: null,
  },
  fields: {
    name: text({ label: { ja: '広告名', en: 'Ad name' }, required: true, max: 255, access: 'read' }),
    status: choice({ label: { ja: '掲載', en: 'Shown here' }, choices: advertisementStatuses, required: true, access: 'read' }),
    request_status: choice({ label: { ja: '掲載拒否申請', en: 'Reject request' }, choices: rejectRequestStatuses, access: 'read' }),
    creative_name: text({ label: { ja: 'クリエイティブ', en: 'Creative' }, max: 255, access: 'read' }),
    creative_kind: choice({ label: { ja: '形式', en: 'Kind' }, choices: formatKinds, access: 'read' }),
    creative_width: integer({ label: { ja: '幅（px）', en: 'Width (px)' }, access: 'read' }),
    creative_height: integer({ label: { ja: '高さ（px）', en: 'Height (px)' }, access: 'read' }),
    landing_url: url({ label: { ja: 'リンク先', en: 'Landing page' }, required: true, access: 'read' }),
    ad_id: reference({ label: { ja: '広告', en: 'Ad' }, target: 'ad', required: true, access: 'read' }),
    frame_id: reference({ label: { ja: '配信枠', en: 'Frame' }, target: 'frame', required: true, access: 'read' }),
    space_id: reference({ label: { ja: '広告枠', en: 'Ad space' }, target: 'space', required: true, access: 'read' }),
    medium_id: reference({ label: { ja: '媒体', en: 'Medium' }, target: 'medium', required: true, access: 'read' }),
    publisher_group_id: reference({
      label: { ja: 'メディアグループ', en: 'Media group' },
      target: 'publisher_group',
      required: true,
      access: 'read',
    }),
    first_day: date({ label: { ja: '最初の配信日', en: 'First delivered' }, required: true, access: 'read' }),
    last_day: date({ label: { ja: '最後の配信日', en: 'Last delivered' }, required: true, access: 'read' }),
  },
  list: {
    columns: ['name', 'status', 'request_status', 'creative_name', 'medium_id', 'space_id', 'frame_id', 'last_day'],
    filters: ['status', 'request_status', 'publisher_group_id', 'medium_id', 'space_id', 'frame_id', 'last_day'],
    sorts: ['last_day', 'first_day', 'name'],
    defaultSort: '-last_day',
    search: true,
  },
  sections: [
    {
      title: { ja: '広告', en: 'Ad' },
      fields: ['name', 'creative_name', 'creative_kind', 'creative_width', 'creative_height', 'landing_url', 'status', 'request_status'],
    },
    { title: { ja: '掲載先', en: 'Where' }, fields: ['frame_id', 'space_id', 'medium_id', 'publisher_group_id'] },
    { title: { ja: '配信', en: 'Delivery' }, fields: ['first_day', 'last_day'] },
  ],
})

export const advertisementEndpoints = {
  ...readEndpoints(advertisement),
  preview: defineEndpoint({
    method: 'GET',
    path: `${advertisement.path}/{id}/preview`,
    label: { ja: '掲載広告のプレビュー', en: 'Preview an advertisement' },
    kind: 'get',
    permission: 'advertisement.read',
    viewing: 'allowed',
    summary: 'The creative that is shown, as a page for a sandboxed frame',
    query: v.strictObject({ device: v.optional(v.picklist(previewDevices, message('choice'))), locale: localeParameter }),
    download: ['text/html; charset=utf-8'],
    success: 200,
  }),
}
