import * as v from 'valibot'
import { defineEndpoint } from '../../endpoint/endpoint.ts'
import { checks } from '../../field/checks.ts'
import { choice, datetime, integer, object, reference, text, url } from '../../field/field.ts'
import { bulkEndpoint } from '../../resource/bulk.ts'
import { localeParameter } from '../../resource/export.ts'
import { defineResource, updateBodySchema, staleAfterWrite } from '../../resource/resource.ts'
import { actionEndpoints, readEndpoints, totalsEndpoint, writeEndpoints } from '../../resource/resource-endpoints.ts'
import type { Text } from '../../text/text.ts'
import { message } from '../../text/message.ts'
import { creativeReasons, creativeStates, creativeStatuses, creativeUserStatuses } from './creative-review.ts'
import { creativeRules, material, materialEndpoints, touchedByCreatives } from './creative-material.ts'

/** Maximum number of beacons per creative. */
export const beaconLimit = 5
const beaconList = v.pipe(
  v.array(
    v.pipe(
      v.string(message('urls')),
      v.regex(/^https:\/\/[^\s/?#]+\.[^\s/?#]+(?:[/?#]\S*)?$/iu, message('urls')),
      v.maxLength(2048, message('too_long')),
    ),
    message('urls'),
  ),
  v.minLength(1, message('urls')),
  v.maxLength(beaconLimit, message('urls_many', beaconLimit)),
)

/**
 * The content of an ad (spec/domain "Creative"): texts, a landing page, and materials. `revision` is the number
 * of the edited revision; `serving_revision` is the last approved one, shown until the next approval (null: none
 * yet).
 */
export const creative = defineResource({
  name: 'creative',
  path: '/api/ad-creative',
  touches: touchedByCreatives,
  label: { ja: 'クリエイティブ', en: 'Creative' },
  plural: 'Creatives',
  title: 'name',
  permissions: {
    list: 'creative.list',
    select: 'creative.select',
    read: 'creative.read',
    create: 'creative.create',
    update: 'creative.update',
    delete: null,
  },
  fields: {
    name: text({ label: { ja: 'クリエイティブ名', en: 'Name' }, required: true, max: 255 }),
    status: choice({ label: { ja: '審査状態', en: 'Review' }, choices: creativeStatuses, required: true, access: 'read' }),
    user_status: choice({ label: { ja: '設定', en: 'Setting' }, choices: creativeUserStatuses, required: true, access: 'read' }),
    creative_group_id: reference({
      label: { ja: 'グループ', en: 'Group' },
      target: 'creative_group',
      required: true,
      access: 'create',
    }),
    advertiser_account_id: reference({
      label: { ja: '広告主', en: 'Advertiser' },
      target: 'advertiser',
      required: true,
      access: 'read',
    }),
    revision: integer({ label: { ja: '内容のバージョン', en: 'Revision' }, required: true, access: 'read' }),
    serving_revision: integer({ label: { ja: '配信中のバージョン', en: 'Serving revision' }, access: 'read' }),
    material_count: integer({ label: { ja: '素材数', en: 'Materials' }, required: true, access: 'read' }),
    review_reason_code: choice({ label: { ja: '理由の区分', en: 'Reason category' }, choices: creativeReasons, access: 'read' }),
    review_reason: text({ label: { ja: '理由', en: 'Reason' }, max: 1000, kind: 'multiline', access: 'read' }),
    format_id: reference({
      label: { ja: 'フォーマット', en: 'Format' },
      help: {
        ja: '素材の大きさと、文字数の上限が決まります。申請までに選んでください。',
        en: 'Determines the size of materials and the length of texts. Required before submission.',
      },
      target: 'format',
    }),
    headline: text({ label: { ja: '見出し', en: 'Headline' }, max: 255 }),
    description: text({ label: { ja: '説明文', en: 'Description' }, max: 1000, kind: 'multiline' }),
    principal: text({ label: { ja: '主体者表記', en: 'Advertiser shown' }, max: 100 }),
    button_text: text({ label: { ja: 'ボタンの文言', en: 'Button text' }, max: 50 }),
    image_id: integer({ label: { ja: '画像の素材ID', en: 'Material shown' }, access: 'read' }),
    landing_url: url({
      label: { ja: 'リンク先URL', en: 'Landing URL' },
      help: { ja: '審査の申請に必要です。', en: 'Required before submission for review.' },
    }),
    applied_at: datetime({ label: { ja: '申請日時', en: 'Applied' }, access: 'read' }),
    beacons: object<string[], { label: Text; help: Text }>({
      label: { ja: '計測ビーコン', en: 'Beacons' },
      help: {
        ja: '表示のたびに呼び出すURL。https:// で始まるものを1行に1件、5件まで。',
        en: 'Addresses that are called with each impression: https://, one per line, up to 5.',
      },
      schema: beaconList,
      describe: (urls) => urls?.join('\n') ?? '',
    }),
  },
  list: {
    columns: ['name', 'status', 'creative_group_id', 'format_id', 'user_status', 'imps', 'clicks', 'ctr', 'conversions'],
    filters: ['status', 'creative_group_id', 'advertiser_account_id', 'format_id', 'user_status'],
    sorts: ['updated_at', 'name', 'applied_at'],
    defaultSort: '-updated_at',
    search: true,
    delivery: { side: 'demand', of: 'creative' },
  },
  sections: [
    {
      title: { ja: '審査', en: 'Review' },
      fields: ['status', 'applied_at', 'revision', 'review_reason_code', 'serving_revision', 'review_reason'],
    },
    {
      title: { ja: '基本情報', en: 'Basics' },
      fields: ['name', 'creative_group_id', 'advertiser_account_id', 'user_status'],
    },
    {
      title: { ja: '内容', en: 'Content' },
      fields: ['format_id', 'landing_url', 'headline', 'button_text', 'principal', 'description', 'beacons'],
    },
  ],
  states: creativeStates,
})

/** Fields that are not reviewed and may change in any state: the form of `settings`. */
export const creativeSettings = defineResource({
  name: 'creative',
  path: creative.path,
  label: { ja: 'クリエイティブの設定', en: 'Settings of the creative' },
  plural: 'Settings of creatives',
  title: 'name',
  permissions: creative.permissions,
  list: { columns: ['name'], filters: [], sorts: ['name'], defaultSort: 'name' },
  fields: {
    name: { ...creative.fields.name, access: 'write' },
    creative_group_id: {
      ...creative.fields.creative_group_id,
      access: 'write',
      help: {
        ja: '申込済みの広告が使うグループに移すと、もう一度審査を受けて承認されるまで配信されません。',
        en: 'In a group of an ordered ad it is shown only after it has been reviewed again.',
      },
    },
    user_status: { ...creative.fields.user_status, access: 'write' },
  },
  sections: [{ title: { ja: '設定', en: 'Settings' }, fields: ['name', 'creative_group_id', 'user_status'] }],
})

/** Reviewed fields. Changing any of them, or a material, of an approved or rejected creative starts a new revision. */
export const reviewedFields = [
  'format_id',
  'headline',
  'description',
  'principal',
  'button_text',
  'landing_url',
  'beacons',
] as const satisfies readonly (keyof typeof creative.fields)[]

/** States in which a creative can be edited; an edit makes it a draft. It cannot be edited while under review or stopped. */
export const editableCreativeStates: readonly string[] = ['DRAFT', 'APPROVED', 'REJECTED']

const nullableText = v.nullable(v.string())

/** A revision as submitted for review. `result` is null while the review is pending. */
export const creativeRevision = v.object({
  revision: checks.id,
  serving: v.boolean(),
  content: v.object({
    format_id: v.nullable(checks.id),
    headline: nullableText,
    description: nullableText,
    principal: nullableText,
    button_text: nullableText,
    landing_url: nullableText,
    beacons: v.nullable(v.array(v.string())),
  }),
  /** The format's current rules. */
  rules: v.nullable(creativeRules),
  materials: v.array(material),
  applied_by: nullableText,
  applied_at: v.string(),
  result: v.nullable(v.picklist(['APPROVED', 'REJECTED', 'WITHDRAWN', 'POST_REJECTED'])),
  reviewed_by: nullableText,
  reviewed_at: nullableText,
})
export type CreativeRevision = v.InferOutput<typeof creativeRevision>

/** Devices of the creative preview. */
export const previewDevices = ['desktop', 'phone'] as const
export type PreviewDevice = (typeof previewDevices)[number]

export const creativeEndpoints = {
  ...readEndpoints(creative),
  totals: totalsEndpoint(creative),
  ...writeEndpoints(creative),
  bulk: bulkEndpoint(creative),
  ...actionEndpoints(creative, creativeStates),
  settings: defineEndpoint({
    method: 'PATCH',
    path: `${creative.path}/{id}/settings`,
    label: { ja: 'クリエイティブの設定の変更', en: 'Change settings of a creative' },
    kind: 'update',
    permission: 'creative.update',
    summary: 'Change what is not reviewed: name, group, and whether it may be shown; in any state',
    body: updateBodySchema(creativeSettings),
    fields: creativeSettings.fields,
    success: 204,
    stale: staleAfterWrite(creative),
    errors: ['conflict'],
  }),
  revisions: defineEndpoint({
    method: 'GET',
    path: `${creative.path}/{id}/revision`,
    label: { ja: 'クリエイティブの審査履歴の表示', en: 'View revisions of a creative' },
    kind: 'list',
    permission: 'creative.read',
    summary: 'The revisions that were handed in for review, newest first, at most 50',
    response: v.object({ data: v.array(creativeRevision) }),
    success: 200,
  }),
  preview: defineEndpoint({
    method: 'GET',
    path: `${creative.path}/{id}/preview`,
    label: { ja: 'クリエイティブのプレビュー', en: 'Preview a creative' },
    kind: 'get',
    permission: 'creative.read',
    viewing: 'allowed',
    summary: 'The creative as a page for a sandboxed frame; without `revision` as it is worked on',
    query: v.strictObject({
      device: v.optional(v.picklist(previewDevices, message('choice'))),
      revision: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/u, message('invalid')))),
      locale: localeParameter,
    }),
    download: ['text/html; charset=utf-8'],
    success: 200,
  }),
  ...materialEndpoints,
}
