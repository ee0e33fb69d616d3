import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { alwaysFresh } from '../endpoint/fresh.ts'
import { checks, nameOf } from '../field/checks.ts'
import type { Role } from '../role/role.ts'
import { defineChoices } from '../text/choices.ts'
import { message } from '../text/message.ts'
import { noticeTopics } from './notice-setting.ts'

/** What a webhook may be told of; each has several types of messages, such as `order.approved`. */
export const webhookTopics = defineChoices('webhook_topic', [
  { key: 'status', label: { ja: '配信状態の変化（理由つき）', en: 'Serving status, with its reason' } },
  { key: 'campaign', label: noticeTopics.campaign.label },
  { key: 'review', label: noticeTopics.review.label },
  { key: 'order', label: noticeTopics.order.label },
  { key: 'credit', label: noticeTopics.credit.label },
  { key: 'delivery_file', label: { ja: '配信実績ファイルの取り込みと取り消し', en: 'Delivery files taken or withdrawn' } },
  { key: 'report', label: { ja: 'レポートの更新', en: 'Reports updated' } },
  { key: 'release', label: noticeTopics.release.label },
])
export type WebhookTopic = (typeof webhookTopics.keys)[number]

/** Whose accounts are told of a topic. */
const topicRoles: Readonly<Record<WebhookTopic, readonly Role[]>> = {
  status: ['admin', 'advertiser', 'agency', 'rep'],
  campaign: noticeTopics.campaign.roles,
  review: noticeTopics.review.roles,
  order: noticeTopics.order.roles,
  credit: noticeTopics.credit.roles,
  delivery_file: ['admin'],
  report: ['admin', 'advertiser', 'agency', 'rep', 'ptd', 'pg'],
  release: noticeTopics.release.roles,
}

/** The topics of which the accounts of a role are told. */
export const webhookTopicsOf = (role: Role) => webhookTopics.items.filter(({ key }) => topicRoles[key].includes(role))

/** Webhooks of an account, and failed attempts of a message after which it is given up. */
export const webhookLimits = { webhooks: 10, attempts: 5, deliveries: 100, days: 30 } as const

/** Hours for which the former secret signs beside a new one; 0: not at all, for one that somebody else has. */
export const webhookOverlap = { min: 0, max: 168, default: 24 } as const

/** Why a message got no answer. */
export const webhookFaults = defineChoices('webhook_fault', [
  { key: 'refused_address', label: { ja: '社内などの非公開アドレスのため送信しませんでした', en: 'Not sent: the address is not public' } },
  { key: 'unresolved', label: { ja: 'ホスト名が見つかりません', en: 'The host name was not found' } },
  { key: 'timeout', label: { ja: '時間内に応答がありません', en: 'No answer in time' } },
  { key: 'tls', label: { ja: '証明書を確認できません', en: 'The certificate is not valid' } },
  { key: 'connection', label: { ja: '接続できません', en: 'No connection' } },
])
export type WebhookFault = (typeof webhookFaults.keys)[number]

const offReasons = ['user', 'failing', 'gone'] as const
const nullableText = v.nullable(v.string())

export const webhook = v.object({
  id: checks.id,
  name: v.string(),
  url: v.string(),
  /** Some of `webhookTopics`; later versions have more. */
  topics: v.array(v.string()),
  active: v.boolean(),
  /** Why it is off: somebody turned it off, it failed again and again, or it answered 410. */
  off_reason: v.nullable(v.picklist(offReasons)),
  /** Until when the secret before the present one signs too; null: it does not. Absent in answers from before it could be renewed. */
  former_until: v.optional(nullableText),
  created_by: nullableText,
  created_at: v.string(),
})
export type Webhook = v.InferOutput<typeof webhook>

export const webhookDelivery = v.object({
  id: checks.id,
  type: v.string(),
  body: v.string(),
  status: v.picklist(['WAITING', 'DELIVERED', 'FAILED']),
  attempts: v.number(),
  /** When it is tried next; null: it is not waiting. */
  due_at: nullableText,
  last_at: nullableText,
  /** Status of the last answer; null: there was none. */
  last_status: v.nullable(v.number()),
  /** One of `webhookFaults`; later versions have more. */
  last_fault: nullableText,
  created_at: v.string(),
})
export type WebhookDelivery = v.InferOutput<typeof webhookDelivery>

const name = nameOf(60)
const url = v.pipe(
  v.string(message('required')),
  v.maxLength(500, message('too_long')),
  v.startsWith('https://', message('url')),
  v.url(message('url')),
)
const topics = v.pipe(v.array(v.picklist(webhookTopics.keys, message('choice'))), v.minLength(1, message('required')))

export const newWebhook = v.strictObject({ name, url, topics })

const path = '/api/webhook'
const stale = [path]

/** Webhooks of the account in use (spec/quality "Webhooks"). */
export const webhookEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path,
    label: { ja: 'Webhookの表示', en: 'View webhooks' },
    kind: 'list',
    permission: 'webhook.manage',
    viewing: 'refused',
    summary: 'The webhooks of the account in use, without their secrets',
    response: v.object({ data: v.array(webhook) }),
    success: 200,
  }),
  create: defineEndpoint({
    method: 'POST',
    path,
    label: { ja: 'Webhookの登録', en: 'Create a webhook' },
    // No `create`: its answers are stored for repetition, and this one has the secret.
    kind: 'change',
    permission: 'webhook.manage',
    fresh: alwaysFresh,
    summary: 'Tell an address what happens in the account in use. This is the only answer that contains the secret which signs',
    body: newWebhook,
    response: v.object({ data: v.object({ id: checks.id, secret: v.string() }) }),
    success: 201,
    stale,
    event: 'webhook',
    errors: ['state_not_allowed', 'action_blocked'],
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: `${path}/{id}`,
    label: { ja: 'Webhookの編集', en: 'Edit a webhook' },
    kind: 'update',
    permission: 'webhook.manage',
    fresh: alwaysFresh,
    summary: 'Change name, address or topics, turn it off, or on again: what waits is then sent',
    body: v.strictObject({
      name: v.optional(name),
      url: v.optional(url),
      topics: v.optional(topics),
      active: v.optional(v.boolean(message('type_boolean'))),
    }),
    success: 204,
    stale,
    event: 'webhook',
  }),
  renewSecret: defineEndpoint({
    method: 'POST',
    path: `${path}/{id}/secret`,
    label: { ja: 'Webhookの秘密鍵の更新', en: 'Renew the secret of a webhook' },
    // Same as with `create`.
    kind: 'change',
    permission: 'webhook.manage',
    fresh: alwaysFresh,
    summary:
      'Make a new secret. This is the only answer that contains it. For so many hours the former one signs too: messages then have two signatures',
    body: v.strictObject({
      overlap_hours: v.pipe(
        v.number(message('number')),
        v.integer(message('integer')),
        v.minValue(webhookOverlap.min, message('min', webhookOverlap.min)),
        v.maxValue(webhookOverlap.max, message('max', webhookOverlap.max)),
      ),
    }),
    response: v.object({ data: v.object({ secret: v.string(), former_until: nullableText }) }),
    success: 200,
    stale,
    event: 'webhook',
    errors: ['action_blocked'],
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    path: `${path}/{id}`,
    label: { ja: 'Webhookの削除', en: 'Delete a webhook' },
    kind: 'delete',
    permission: 'webhook.manage',
    fresh: alwaysFresh,
    summary: 'Delete a webhook with its log; what waits is not sent',
    success: 204,
    stale,
    event: 'webhook',
  }),
  test: defineEndpoint({
    method: 'POST',
    path: `${path}/{id}/test`,
    label: { ja: 'Webhookのテスト送信', en: 'Send a test to a webhook' },
    kind: 'change',
    permission: 'webhook.manage',
    summary: 'Send a message of the type test; the log shows what became of it',
    success: 204,
    stale,
    errors: ['state_not_allowed'],
  }),
  deliveries: defineEndpoint({
    method: 'GET',
    path: `${path}/{id}/delivery`,
    label: { ja: 'Webhookの送信履歴の表示', en: 'View the log of a webhook' },
    kind: 'list',
    permission: 'webhook.manage',
    viewing: 'refused',
    summary: 'The newest 100 messages, with what became of them; kept for 30 days',
    response: v.object({ data: v.array(webhookDelivery) }),
    success: 200,
  }),
  replay: defineEndpoint({
    method: 'POST',
    path: `${path}/{id}/delivery/{delivery_id}/replay`,
    label: { ja: 'Webhookの再送', en: 'Send a message of a webhook again' },
    kind: 'change',
    permission: 'webhook.manage',
    summary: 'Send a message again, with the same id and body',
    success: 204,
    stale,
    errors: ['state_not_allowed'],
  }),
}
