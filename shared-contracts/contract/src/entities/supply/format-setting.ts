import { defineChoices } from '../../text/choices.ts'
import { boolean, choice, money, priceDecimals, reference, text } from '../../field/field.ts'
import { defineResource } from '../../resource/resource.ts'
import { readEndpoints, writeEndpoints } from '../../resource/resource-endpoints.ts'

/** Layouts of a format in a space. */
export const formatTemplates = defineChoices('format_template', [
  { key: 'PLAIN', label: { ja: '素材のみ', en: 'Material only' } },
  { key: 'CARD', label: { ja: 'カード', en: 'Card' } },
  { key: 'IN_FEED', label: { ja: 'インフィード', en: 'In feed' } },
  { key: 'TEXT_LINK', label: { ja: 'テキストリンク', en: 'Text link' } },
  { key: 'PLAYER', label: { ja: '動画プレーヤー', en: 'Video player' } },
])

/** Whether a space accepts a format, how it lays it out, and its floor price for it (spec/domain "Format setting"). */
export const formatSetting = defineResource({
  name: 'format_setting',
  path: '/api/format-setting',
  label: { ja: 'フォーマット設定', en: 'Format setting' },
  plural: 'Format settings',
  title: 'name',
  permissions: {
    list: 'format_setting.list',
    select: 'format_setting.list',
    read: 'format_setting.read',
    create: 'format_setting.create',
    update: 'format_setting.update',
    delete: null,
  },
  fields: {
    name: text({ label: { ja: '広告枠とフォーマット', en: 'Space and format' }, required: true, max: 400, access: 'read' }),
    space_id: reference({ label: { ja: '広告枠', en: 'Ad space' }, target: 'space', required: true, access: 'create' }),
    format_id: reference({ label: { ja: 'フォーマット', en: 'Format' }, target: 'format', required: true, access: 'create' }),
    enabled: boolean({
      label: { ja: '掲載の許可', en: 'Allowed' },
      statement: { ja: '掲載を許可する', en: 'Allow this format in the ad space' },
      required: true,
    }),
    template: choice({ label: { ja: 'テンプレート', en: 'Template' }, choices: formatTemplates, required: true }),
    floor_price: money({
      label: { ja: '最低単価（CPM）', en: 'Floor price (CPM)' },
      decimals: priceDecimals,
      help: { ja: '空欄のときは広告枠の最低単価を使います。', en: 'Leave empty to use that of the ad space.' },
    }),
    publisher_group_id: reference({
      label: { ja: 'メディアグループ', en: 'Media group' },
      target: 'publisher_group',
      required: true,
      access: 'read',
    }),
  },
  list: {
    // The name contains space and format.
    columns: ['name', 'enabled', 'template', 'floor_price', 'publisher_group_id'],
    filters: ['enabled', 'template', 'space_id', 'format_id', 'publisher_group_id', 'floor_price'],
    sorts: ['updated_at', 'floor_price'],
    defaultSort: '-updated_at',
  },
  sections: [
    { title: { ja: '対象', en: 'For' }, fields: ['name', 'space_id', 'format_id', 'publisher_group_id'] },
    { title: { ja: '設定', en: 'Setting' }, fields: ['enabled', 'template', 'floor_price'] },
  ],
})

const { select: _, ...read } = readEndpoints(formatSetting)
export const formatSettingEndpoints = { ...read, ...writeEndpoints(formatSetting) }
