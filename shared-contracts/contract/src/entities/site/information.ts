import * as v from 'valibot'
import { bulkEndpoint } from '../../resource/bulk.ts'
import { defineChoices } from '../../text/choices.ts'
import { defineEndpoint } from '../../endpoint/endpoint.ts'
import { checks } from '../../field/checks.ts'
import { boolean, choice, choices, datetime, emptyMeans, html, text } from '../../field/field.ts'
import { booleanKeys, pageSizes } from '../../field/list-query.ts'
import { auditEntries, defineResource, staleAfterWrite } from '../../resource/resource.ts'
import { deleteEndpoint, page, readEndpoints, writeEndpoints } from '../../resource/resource-endpoints.ts'
import { roleChoices, roleCodes } from '../../role/role.ts'
import { message } from '../../text/message.ts'

export const informationTypes = defineChoices('information_type', [
  { key: 'NOTICE', label: { ja: 'お知らせ', en: 'Notice' }, colour: 'info' },
  { key: 'REQUEST', label: { ja: '重要なお願い', en: 'Important request' }, colour: 'warning' },
  { key: 'MAINTENANCE', label: { ja: 'メンテナンス', en: 'Maintenance' }, colour: 'neutral' },
  { key: 'INCIDENT', label: { ja: '障害情報', en: 'Incident' }, colour: 'error' },
  { key: 'FEATURE', label: { ja: '新機能', en: 'New feature' }, colour: 'success' },
])

/** An announcement (spec/site "Announcements"; spec/domain "Announcement"), written by the administrator and read by its target roles. */
export const information = defineResource({
  name: 'information',
  path: '/api/information',
  label: { ja: 'お知らせ', en: 'Announcement' },
  plural: 'Announcements',
  title: 'title',
  permissions: {
    list: 'information.list',
    select: 'information.list',
    read: 'information.read',
    create: 'information.create',
    update: 'information.update',
    delete: 'information.delete',
  },
  fields: {
    title: text({ label: { ja: 'タイトル', en: 'Title' }, required: true, max: 200 }),
    type: choice({ label: { ja: '種類', en: 'Type' }, choices: informationTypes, required: true }),
    is_important: boolean({
      label: { ja: '重要', en: 'Important' },
      statement: { ja: '重要なお知らせにする', en: 'Mark as important' },
      help: { ja: '確認されるまで、ダッシュボードの先頭に表示します。', en: 'Stays on top of the dashboard until it is confirmed.' },
      required: true,
    }),
    is_draft: boolean({
      label: { ja: '下書き', en: 'Draft' },
      statement: { ja: '下書きとして保存する（掲載しない）', en: 'Keep as a draft (not published)' },
      help: {
        ja: '内容を確かめてから掲載する場合に使います。',
        en: 'To check it before anybody can read it.',
      },
    }),
    being_published: boolean({
      label: { ja: '掲載中', en: 'Being published' },
      statement: { ja: '掲載する', en: 'Publish' },
      required: true,
      access: 'read',
    }),
    target_roles: choices({ label: { ja: '対象', en: 'For' }, choices: roleChoices, required: true }),
    publish_from: datetime({ label: { ja: '掲載開始', en: 'Publish from' }, required: true }),
    publish_to: datetime({
      end: true,
      label: { ja: '掲載終了', en: 'Publish until' },
      help: { ja: '空欄のときは掲載を続けます。', en: 'Leave empty to keep it published.' },
      empty: emptyMeans.openEnded,
    }),
    body: html({ label: { ja: '本文', en: 'Text' }, required: true, max: 20_000 }),
  },
  list: {
    columns: ['title', 'type', 'is_important', 'is_draft', 'being_published', 'target_roles', 'publish_from', 'publish_to'],
    filters: ['type', 'is_draft', 'being_published', 'is_important', 'target_roles', 'publish_from'],
    sorts: ['updated_at', 'publish_from', 'publish_to', 'title'],
    defaultSort: '-publish_from',
    search: true,
  },
  sections: [
    { title: { ja: '内容', en: 'Content' }, fields: ['title', 'type', 'is_important', 'body'] },
    { title: { ja: '掲載', en: 'Publication' }, fields: ['is_draft', 'being_published', 'target_roles', 'publish_from', 'publish_to'] },
  ],
  checks: [
    ({ publish_from, publish_to }) =>
      typeof publish_from === 'string' && typeof publish_to === 'string' && Date.parse(publish_to) <= Date.parse(publish_from)
        ? { field: 'publish_to', message: message('period_order') }
        : null,
  ],
})

/** Allowed attachment types, detected from the bytes (spec/quality "Uploads"). Images are re-encoded; animated GIFs stay animated. */
export const attachmentTypes = ['application/pdf', 'image/png', 'image/jpeg', 'image/gif'] as const
export const attachmentLimits = {
  /** Maximum bytes per file. */
  bytes: 10_000_000,
  /** Maximum width × height × frames of an image. */
  pixels: 40_000_000,
  /** Maximum number of files per announcement. */
  count: 10,
} as const

/** A file of an announcement. `name` is the uploaded file name with the extension of the detected type; `size` is in bytes. */
export const attachment = v.object({
  id: checks.id,
  name: v.string(),
  content_type: v.picklist(attachmentTypes),
  size: v.number(),
})
export type Attachment = v.InferOutput<typeof attachment>

/** An announcement as readers see it. `confirmed` refers to this user in this account. */
export const viewedInformationItem = v.object({
  id: checks.id,
  type: v.picklist(informationTypes.keys),
  title: v.string(),
  is_important: v.boolean(),
  publish_from: v.string(),
  confirmed: v.boolean(),
  ...auditEntries,
})
export type ViewedInformationItem = v.InferOutput<typeof viewedInformationItem>

export const viewedInformation = v.object({ ...viewedInformationItem.entries, body: v.string(), attachments: v.array(attachment) })
export type ViewedInformation = v.InferOutput<typeof viewedInformation>

/** A reader of an announcement: a user in an account; `confirmed_at` is null until confirmed. */
export const informationReader = v.object({
  account_id: checks.id,
  account_name: v.string(),
  user_id: checks.id,
  user_name: v.string(),
  role: v.picklist(roleCodes),
  confirmed_at: v.nullable(v.string()),
})
export type InformationReader = v.InferOutput<typeof informationReader>

/** Maximum number of readers per response. */
export const readersLimit = 50

/** Announcements in a view-only list that asks for no number. */
export const viewListLimit = 20

const cursor = v.optional(v.pipe(v.string(), v.maxLength(200)))
const flag = v.optional(v.picklist(booleanKeys, message('choice')))

export const informationEndpoints = {
  ...readEndpoints(information),
  bulk: bulkEndpoint(information),
  ...writeEndpoints(information),
  delete: deleteEndpoint(information),
  /** The system announcements (spec/api "Announcement calls") are `is_important=true&remove_confirmed=true`. */
  viewList: defineEndpoint({
    method: 'GET',
    path: '/api/information/view_only',
    label: { ja: '公開中のお知らせ一覧の表示', en: 'List published announcements' },
    kind: 'list',
    permission: 'information.view',
    summary: 'What is published now for the own role, newest first; each flag narrows when it is true, and does nothing when false',
    query: v.strictObject({
      type: v.optional(v.picklist(informationTypes.keys, message('choice'))),
      is_important: flag,
      remove_confirmed: flag,
      after: cursor,
      before: cursor,
      limit: v.optional(v.picklist(pageSizes.map(String), message('choice'))),
    }),
    response: v.object({
      data: v.array(viewedInformationItem),
      page: v.object({ next: page.entries.next, previous: page.entries.previous }),
    }),
    success: 200,
  }),
  view: defineEndpoint({
    method: 'GET',
    path: '/api/information/view_only/{id}',
    label: { ja: '公開中のお知らせの表示', en: 'View a published announcement' },
    kind: 'get',
    permission: 'information.view',
    summary: 'One announcement that is published now for the own role',
    response: v.object({ data: viewedInformation }),
    success: 200,
  }),
  confirm: defineEndpoint({
    method: 'POST',
    path: '/api/information/confirm/{id}',
    label: { ja: 'お知らせの確認', en: 'Mark an announcement as read' },
    kind: 'change',
    permission: 'information.view',
    summary: 'Mark an announcement as read, for this user in this account; again changes nothing',
    success: 201,
    stale: staleAfterWrite(information),
  }),
  readers: defineEndpoint({
    method: 'GET',
    path: '/api/information/{id}/reader',
    label: { ja: 'お知らせの確認状況の表示', en: 'View who has read an announcement' },
    kind: 'list',
    permission: 'information.read',
    summary: 'Who is to read an announcement in which account, and has confirmed it or not; those who confirmed last come first',
    query: v.strictObject({
      confirmed: v.optional(v.picklist(booleanKeys, message('choice'))),
      offset: v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/u, message('number')))),
    }),
    response: v.object({
      data: v.array(informationReader),
      /** Counts all readers, regardless of the filter. */
      total: v.number(),
      confirmed: v.number(),
    }),
    success: 200,
  }),
  attachments: defineEndpoint({
    method: 'GET',
    path: '/api/information/{id}/attachment',
    label: { ja: 'お知らせの添付ファイル一覧の表示', en: 'List attachments of an announcement' },
    kind: 'list',
    permission: 'information.read',
    summary: 'The files of an announcement, in the order they came',
    response: v.object({ data: v.array(attachment) }),
    success: 200,
  }),
  attach: defineEndpoint({
    method: 'POST',
    path: '/api/information/{id}/attachment',
    label: { ja: 'お知らせへのファイルの添付', en: 'Attach a file to an announcement' },
    kind: 'create',
    permission: 'information.update',
    summary: 'Attach a file, sent as the request body: PDF, PNG, JPEG or GIF by its bytes, at most 10 MB',
    query: v.strictObject({
      name: v.pipe(v.string(message('required')), v.minLength(1, message('required')), v.maxLength(255, message('too_long'))),
    }),
    // Clients that do not know the type send octet-stream; the bytes decide in any case.
    upload: [...attachmentTypes, 'application/octet-stream'],
    response: v.object({ data: attachment }),
    success: 201,
    stale: staleAfterWrite(information),
    job: { lane: 'quick', bytes: attachmentLimits.bytes, seconds: 30 },
  }),
  download: defineEndpoint({
    method: 'GET',
    path: '/api/information/{id}/attachment/{attachment_id}',
    label: { ja: 'お知らせの添付ファイルのダウンロード', en: 'Download an attachment of an announcement' },
    kind: 'get',
    permission: 'information.view',
    summary: 'A file of an announcement, for whoever may see the announcement',
    download: attachmentTypes,
    success: 200,
  }),
  detach: defineEndpoint({
    method: 'DELETE',
    path: '/api/information/{id}/attachment/{attachment_id}',
    label: { ja: 'お知らせの添付ファイルの削除', en: 'Remove an attachment from an announcement' },
    kind: 'delete',
    permission: 'information.update',
    summary: 'Take a file off an announcement',
    success: 204,
    stale: staleAfterWrite(information),
  }),
}
