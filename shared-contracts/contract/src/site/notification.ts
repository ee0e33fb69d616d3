import type { RouteWith } from './route-name.ts'
import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { checks, writtenText } from '../field/checks.ts'
import { booleanKeys } from '../field/list-query.ts'
import { formatText, type Locale, type Text } from '../text/text.ts'
import { message } from '../text/message.ts'
import { keysOf } from '../value/keys.ts'

/** A kind of notification. `text` is interpolated with the notification's `params`. */
export interface NotificationKind {
  readonly text: Text
  /** Name of the route that shows the entity, with its id as `id`; null if there is nothing to open. */
  readonly route: RouteWith<'id'> | null
  /** Requires an action: it is settled once its record moves to another state, whoever does that. */
  readonly asks?: true
}

/** Notifications for accounts. The API defines the events that create them; the administrator writes `message`. */
export const notificationKinds = {
  message: { text: { ja: '{{text}}', en: '{{text}}' }, route: null },
  credit_applied: {
    text: { ja: '{{name}}の与信が申請されました。審査してください。', en: '{{name}} has applied for credit. Please review it.' },
    route: 'company.detail',
    asks: true,
  },
  credit_approved: { text: { ja: '{{name}}の与信が承認されました。', en: 'The credit of {{name}} was approved.' }, route: null },
  credit_rejected: { text: { ja: '{{name}}の与信が否認されました。', en: 'The credit of {{name}} was rejected.' }, route: null },
  raise_applied: {
    text: {
      ja: '{{name}}の与信枠の増額が申請されました。審査してください。',
      en: '{{name}} requested a higher credit limit. Please review it.',
    },
    route: 'company.detail',
    asks: true,
  },
  raise_approved: {
    text: { ja: '{{name}}の与信枠の増額が承認されました。', en: 'The higher credit limit of {{name}} was approved.' },
    route: null,
  },
  raise_rejected: {
    text: { ja: '{{name}}の与信枠の増額が否認されました。', en: 'The higher credit limit of {{name}} was rejected.' },
    route: null,
  },
  credit_held: {
    text: {
      ja: '{{name}}の与信が保留になりました。広告を開始できません。',
      en: 'The credit of {{name}} is on hold. No ad can be started.',
    },
    route: null,
  },
  credit_restored: {
    text: { ja: '{{name}}の与信の保留が解除されました。', en: 'The credit of {{name}} is active again.' },
    route: null,
  },
  credit_stopped: {
    text: {
      ja: '{{name}}の与信が停止されました。新しい申込と広告の開始はできません。',
      en: 'The credit of {{name}} was stopped. New orders and starting ads are blocked.',
    },
    route: null,
  },
  company_deactivated: {
    text: { ja: '{{name}}との取引が停止されました。', en: '{{name}} was deactivated.' },
    route: null,
  },
  company_blocked: {
    text: { ja: '{{name}}の利用が停止されました。配信はただちに停止します。', en: '{{name}} was blocked. Delivery stops at once.' },
    route: null,
  },
  campaign_created: {
    text: { ja: 'キャンペーン「{{name}}」が登録されました。', en: 'Campaign “{{name}}” was created.' },
    route: 'campaign.detail',
  },
  campaign_paused: {
    text: { ja: 'キャンペーン「{{name}}」が停止されました。', en: 'Campaign “{{name}}” was paused.' },
    route: 'campaign.detail',
  },
  campaign_resumed: {
    text: { ja: 'キャンペーン「{{name}}」が再開されました。', en: 'Campaign “{{name}}” was resumed.' },
    route: 'campaign.detail',
  },
  creative_applied: {
    text: {
      ja: 'クリエイティブ「{{name}}」が申請されました。審査してください。',
      en: 'Creative “{{name}}” was submitted. Please review it.',
    },
    route: 'creative.detail',
    asks: true,
  },
  creative_approved: {
    text: { ja: 'クリエイティブ「{{name}}」が承認されました。', en: 'Creative “{{name}}” was approved.' },
    route: 'creative.detail',
  },
  creative_rejected: {
    text: {
      ja: 'クリエイティブ「{{name}}」が否認されました。理由を確認して修正してください。',
      en: 'Creative “{{name}}” was rejected. See the reason and correct it.',
    },
    route: 'creative.detail',
    asks: true,
  },
  creative_post_rejected: {
    text: { ja: 'クリエイティブ「{{name}}」の掲載が停止されました。', en: 'Creative “{{name}}” is no longer shown.' },
    route: 'creative.detail',
  },
  frame_stopped: {
    text: { ja: '配信枠「{{name}}」が停止されました。理由: {{reason}}', en: 'Frame “{{name}}” was stopped: {{reason}}' },
    route: 'frame.detail',
  },
  frame_restarted: {
    text: { ja: '配信枠「{{name}}」が再開されました。', en: 'Frame “{{name}}” was restarted.' },
    route: 'frame.detail',
  },
  order_submitted: {
    text: { ja: '「{{name}}」の申込が届きました。承認してください。', en: 'An order for “{{name}}” was submitted. Please approve it.' },
    route: 'order.detail',
    asks: true,
  },
  order_approved: {
    text: { ja: '「{{name}}」の申込が承認されました。', en: 'The order for “{{name}}” was approved.' },
    route: 'order.detail',
  },
  order_disapproved: {
    text: {
      ja: '「{{name}}」の申込が否認されました。理由を確認してください。',
      en: 'The order for “{{name}}” was disapproved. See the reason.',
    },
    route: 'order.detail',
    asks: true,
  },
  order_canceled: {
    text: { ja: '「{{name}}」の申込が取り消されました。', en: 'The order for “{{name}}” was canceled.' },
    route: 'order.detail',
  },
  order_withdrawn: {
    text: { ja: '「{{name}}」の申込が取り下げられました。', en: 'The order for “{{name}}” was withdrawn.' },
    route: 'order.detail',
  },
  order_change_submitted: {
    text: {
      ja: '「{{name}}」の変更申請が届きました。変更の内容を確認して承認してください。',
      en: 'A change of the order for “{{name}}” was proposed. Please review what would change.',
    },
    route: 'order.detail',
  },
  order_change_approved: {
    text: {
      ja: '「{{name}}」の変更申請が承認され、広告に反映されました。',
      en: 'The proposed change of “{{name}}” was approved and is in effect.',
    },
    route: 'order.detail',
  },
  order_change_disapproved: {
    text: {
      ja: '「{{name}}」の変更申請が否認されました。広告は承認済みの内容のままです。',
      en: 'The proposed change of “{{name}}” was disapproved. The ad keeps its approved terms.',
    },
    route: 'order.detail',
  },
  order_change_withdrawn: {
    text: { ja: '「{{name}}」の変更申請が取り下げられました。', en: 'The proposed change of “{{name}}” was withdrawn.' },
    route: 'order.detail',
  },
  ad_paused: { text: { ja: '広告「{{name}}」が停止されました。', en: 'Ad “{{name}}” was paused.' }, route: 'ad.detail' },
  ad_resumed: { text: { ja: '広告「{{name}}」が再開されました。', en: 'Ad “{{name}}” was resumed.' }, route: 'ad.detail' },
  reject_request_filed: {
    text: {
      ja: '広告「{{name}}」の掲載拒否申請が届きました。判断してください。',
      en: 'A reject request for the ad “{{name}}” was filed. Please decide.',
    },
    route: 'reject_request.detail',
    asks: true,
  },
  reject_request_accepted: {
    text: {
      ja: '広告「{{name}}」の掲載拒否申請が承認され、申請した媒体の掲載対象から外れました。',
      en: 'The reject request for the ad “{{name}}” was accepted. The requesting medium no longer shows it.',
    },
    route: 'reject_request.detail',
  },
  reject_request_declined: {
    text: {
      ja: '広告「{{name}}」の掲載拒否申請が却下されました。理由: {{reason}}',
      en: 'The reject request for the ad “{{name}}” was declined: {{reason}}',
    },
    route: 'reject_request.detail',
  },
  invitation_accepted: {
    text: { ja: '{{name}}さんが{{account}}への招待を承認しました。', en: '{{name}} accepted the invitation to {{account}}.' },
    route: null,
  },
} as const satisfies Record<string, NotificationKind>

export type NotificationKindName = keyof typeof notificationKinds

const kindNames = keysOf(notificationKinds)

/** The kinds that require an action. */
export const askingKinds: readonly NotificationKindName[] = kindNames.filter((name) => {
  const { asks }: NotificationKind = notificationKinds[name]
  return asks
})

/** A notification of the account in use. `confirmed_at`: when this user confirmed it. */
export const notification = v.object({
  id: checks.id,
  kind: v.picklist(kindNames),
  /** Name and id of the subject; null for a message. */
  entity: v.nullable(v.string()),
  entity_id: v.nullable(checks.id),
  params: v.record(v.string(), v.string()),
  /** Path of a page of the shell to open, for a message that is about no record. */
  page: v.optional(v.pipe(v.string(), v.startsWith('/'))),
  created_at: v.string(),
  confirmed_at: v.nullable(v.string()),
  /** When the required action was done, by anyone. */
  settled_at: v.nullable(v.string()),
  /**
   * Who caused it (spec/api "Audit fields"); null: the site itself. Notifications are never changed or deleted,
   * because they record what happened.
   */
  created_by: v.nullable(v.string()),
  updated_by: v.null(),
  updated_at: v.null(),
  deleted_by: v.null(),
  deleted_at: v.null(),
})
export type Notification = v.InferOutput<typeof notification>

/** The text of a notification. */
export function notificationText({ kind, params }: Pick<Notification, 'kind' | 'params'>, locale: Locale): string {
  return formatText(notificationKinds[kind].text[locale], params)
}

/** The newest notifications, which a list has. */
export const notificationsListed = 100

export const notificationEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/notification',
    label: { ja: '通知一覧の表示', en: 'List notifications' },
    kind: 'list',
    permission: 'notification.read',
    summary: `The newest ${notificationsListed} notifications of the account in use; unconfirmed=true leaves out what this user has confirmed and what is settled`,
    query: v.strictObject({ unconfirmed: v.optional(v.picklist(booleanKeys, message('choice'))) }),
    response: v.object({ data: v.array(notification) }),
    success: 200,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/notification/{id}',
    label: { ja: '通知の表示', en: 'View a notification' },
    kind: 'get',
    permission: 'notification.read',
    summary: 'One notification of the account in use',
    response: v.object({ data: notification }),
    success: 200,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/notification',
    label: { ja: '通知の送信', en: 'Send a notification' },
    kind: 'create',
    permission: 'notification.create',
    summary: 'Send a message to an account',
    body: v.strictObject({
      account_id: v.pipe(v.number(message('account_required')), v.safeInteger(message('number')), v.minValue(1, message('number'))),
      text: writtenText(500),
    }),
    response: v.object({ data: v.object({ id: checks.id }) }),
    success: 201,
    stale: ['/api/notification'],
  }),
  confirm: defineEndpoint({
    method: 'PATCH',
    path: '/api/notification/confirm/{id}',
    label: { ja: '通知の確認', en: 'Mark a notification as read' },
    kind: 'change',
    permission: 'notification.read',
    summary: 'Mark a notification as read, for this user; again changes nothing',
    success: 204,
    stale: ['/api/notification'],
  }),
}
