import * as v from 'valibot'
import { defineChoices } from '../../text/choices.ts'
import { defineEndpoint } from '../../endpoint/endpoint.ts'
import { checks, choice, datetime, integer, object, reference, text, url } from '../../field/field.ts'
import { bulkEndpoint } from '../../resource/bulk.ts'
import { localeParameter } from '../../resource/export.ts'
import { defineResource, updateBodySchema, staleAfterWrite } from '../../resource/resource.ts'
import { actionEndpoints, readEndpoints, writeEndpoints } from '../../resource/resource-endpoints.ts'
import type { StateRules } from '../../resource/state.ts'
import type { Text } from '../../text/text.ts'
import { message } from '../../text/validation.ts'
import { creativeRules, material, materialEndpoints } from './creative-material.ts'

export const creativeStatuses = defineChoices('creative_status', [
  { key: 'DRAFT', label: { ja: '下書き', en: 'Draft' }, colour: 'neutral' },
  { key: 'APPLIED', label: { ja: '申請中', en: 'Under review' }, colour: 'info' },
  { key: 'APPROVED', label: { ja: '承認済み', en: 'Approved' }, colour: 'success' },
  { key: 'REJECTED', label: { ja: '否認', en: 'Rejected' }, colour: 'error' },
  { key: 'POST_REJECTED', label: { ja: '掲載停止', en: 'Stopped' }, colour: 'error' },
])

/** Review result of a submitted revision. */
export const creativeResults = defineChoices('creative_result', [
  ...creativeStatuses.items.filter(({ key }) => key !== 'DRAFT'),
  { key: 'WITHDRAWN', label: { ja: '取り下げ', en: 'Withdrawn' }, colour: 'neutral' },
])

/** Whether the advertiser wants it shown: a setting that is not reviewed. */
export const creativeUserStatuses = defineChoices('creative_user_status', [
  { key: 'ACTIVE', label: { ja: '有効', en: 'Active' } },
  { key: 'PAUSED', label: { ja: '停止中', en: 'Paused' }, colour: 'warning' },
])

/** Reason category of a rejection or a later stop; the text beside it says what to fix. */
export const creativeReasons = defineChoices('creative_reason', [
  { key: 'MISLEADING', label: { ja: '誤認を招く表現', en: 'Misleading' } },
  { key: 'SUBSTANTIATION', label: { ja: '根拠・出典の不足', en: 'Claims without evidence' } },
  { key: 'REGULATED', label: { ja: '薬機法・景表法などの法令', en: 'Laws on advertising' } },
  { key: 'RIGHTS', label: { ja: '著作権・肖像権・商標権', en: 'Rights of others' } },
  { key: 'PRINCIPAL', label: { ja: '主体者表記の不備', en: 'Advertiser not shown properly' } },
  { key: 'LANDING_PAGE', label: { ja: 'リンク先の不備', en: 'Landing page' } },
  { key: 'QUALITY', label: { ja: '画像・文字の品質', en: 'Quality of image or text' } },
  { key: 'OFFENSIVE', label: { ja: '公序良俗', en: 'Offensive' } },
  { key: 'OTHER', label: { ja: 'その他', en: 'Other' } },
])

const reason = {
  label: { ja: '理由', en: 'Reason' },
  maxLength: 1000,
  codes: creativeReasons,
  field: 'review_reason',
  codeField: 'review_reason_code',
} as const

/** Review of a creative (spec/domain "Creative"). */
export const creativeStates = {
  field: 'status',
  actions: {
    apply: {
      label: { ja: '申請する', en: 'Apply for review' },
      permission: 'creative.apply',
      from: ['DRAFT'],
      to: 'APPLIED',
      done: { ja: 'クリエイティブを申請しました', en: 'Creative applied for.' },
    },
    approve: {
      label: { ja: '承認する', en: 'Approve' },
      permission: 'creative.review',
      from: ['APPLIED'],
      to: 'APPROVED',
      byAnother: true,
      done: { ja: 'クリエイティブを承認しました', en: 'Creative approved.' },
      clears: ['review_reason', 'review_reason_code'],
    },
    reject: {
      label: { ja: '否認する', en: 'Reject' },
      permission: 'creative.review',
      from: ['APPLIED'],
      to: 'REJECTED',
      done: { ja: 'クリエイティブを否認しました', en: 'Creative rejected.' },
      confirm: {
        ja: '理由は広告主と代理店に表示されます。何を直せばよいかが分かるように入力してください。',
        en: 'The advertiser and the agency see the reason. Say what has to be mended.',
      },
      reason,
    },
    withdraw: {
      label: { ja: '申請を取り下げる', en: 'Withdraw' },
      permission: 'creative.apply',
      from: ['APPLIED'],
      to: 'DRAFT',
      done: { ja: 'クリエイティブの申請を取り下げました', en: 'The creative was withdrawn from review.' },
    },
    post_reject: {
      label: { ja: '掲載を停止する', en: 'Stop showing it' },
      permission: 'creative.review',
      // An approved creative stays visible while it is edited, so it can be stopped from any of these states.
      from: ['APPROVED', 'DRAFT', 'APPLIED', 'REJECTED'],
      to: 'POST_REJECTED',
      done: { ja: 'クリエイティブの掲載を停止しました', en: 'The creative is no longer shown.' },
      confirm: {
        ja: 'このクリエイティブの掲載を停止します。元に戻すことはできません。よろしいですか？',
        en: 'This creative will no longer be shown. This cannot be undone. Continue?',
      },
      reason,
    },
  },
} as const satisfies StateRules

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
  touches: ['/api/ad-creative-group', '/api/campaign', '/api/ad', '/api/dashboard'],
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
    columns: [
      'name',
      'status',
      'creative_group_id',
      'format_id',
      'advertiser_account_id',
      'material_count',
      'serving_revision',
      'user_status',
    ],
    filters: ['status', 'creative_group_id', 'advertiser_account_id', 'format_id', 'user_status'],
    sorts: ['updated_at', 'name', 'applied_at'],
    defaultSort: '-updated_at',
    search: true,
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
  ...writeEndpoints(creative),
  bulk: bulkEndpoint(creative),
  ...actionEndpoints(creative, creativeStates),
  settings: defineEndpoint({
    method: 'PATCH',
    path: `${creative.path}/{id}/settings`,
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
    kind: 'list',
    permission: 'creative.read',
    summary: 'The revisions that were handed in for review, newest first, at most 50',
    response: v.object({ data: v.array(creativeRevision) }),
    success: 200,
  }),
  preview: defineEndpoint({
    method: 'GET',
    path: `${creative.path}/{id}/preview`,
    kind: 'get',
    permission: 'creative.read',
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
