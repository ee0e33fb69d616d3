import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import type { Role } from '../role/role.ts'
import { defineChoices } from '../text/choices.ts'
import type { Text } from '../text/text.ts'
import { message } from '../text/message.ts'
import { keysOf } from '../value/keys.ts'
import type { NotificationKindName } from './notification.ts'

/** How a notice reaches a user: in the site's list and bell, and by mail. */
export const noticeChannels = ['site', 'mail'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

interface NoticeTopic {
  readonly label: Text
  /** Whose accounts get such notices. */
  readonly roles: readonly Role[]
  /** Whether a user who has chosen nothing gets mails of them. The site shows all notices. */
  readonly mail: boolean
  /** Always shown by the site: written to the reader, or about who saw their data. */
  readonly always?: true
}

const everyone = ['admin', 'advertiser', 'agency', 'rep', 'ptd', 'pg'] as const

/** What notices are about: a user chooses for each how to be told (spec/quality "Notices"). */
export const noticeTopics = {
  order: { label: { ja: '申込と変更申請', en: 'Orders and proposed changes' }, roles: ['admin', 'advertiser', 'agency'], mail: true },
  review: {
    label: { ja: 'クリエイティブの審査・掲載拒否', en: 'Reviews of creatives, and reject requests' },
    roles: ['admin', 'advertiser', 'agency', 'ptd', 'pg'],
    mail: true,
  },
  credit: { label: { ja: '与信と取引', en: 'Credit and business with companies' }, roles: everyone, mail: true },
  request: { label: { ja: '2人で決める変更', en: 'Changes decided by two persons' }, roles: everyone, mail: true },
  campaign: {
    label: { ja: 'キャンペーン・広告・配信枠の停止と再開', en: 'Campaigns, ads and frames paused or resumed' },
    roles: ['advertiser', 'agency', 'rep', 'ptd', 'pg'],
    mail: false,
  },
  member: { label: { ja: '招待の承認', en: 'Accepted invitations' }, roles: everyone, mail: false },
  message: { label: { ja: '運営からのメッセージ', en: 'Messages from the operators' }, roles: everyone, mail: true, always: true },
  access: {
    label: { ja: '管理者による閲覧と二段階認証の解除', en: 'Views by administrators, and resets of second factors' },
    roles: everyone,
    mail: true,
    always: true,
  },
  integration: { label: { ja: 'Webhookの停止', en: 'Webhooks turned off' }, roles: everyone, mail: true },
  release: { label: { ja: 'リリースの自動ロールバック', en: 'Automatic rollbacks of releases' }, roles: ['admin'], mail: true },
} as const satisfies Record<string, NoticeTopic>

export type NoticeTopicName = keyof typeof noticeTopics
export const noticeTopicNames = keysOf(noticeTopics)
export const noticeTopicChoices = defineChoices(
  'notice_topic',
  noticeTopicNames.map((key) => ({ key, label: noticeTopics[key].label })),
)

/** What each kind of notification is about. */
export const topicOfNotification = {
  message: 'message',
  invitation_accepted: 'member',
  credit_applied: 'credit',
  credit_approved: 'credit',
  credit_rejected: 'credit',
  credit_held: 'credit',
  credit_restored: 'credit',
  credit_stopped: 'credit',
  raise_applied: 'credit',
  raise_approved: 'credit',
  raise_rejected: 'credit',
  company_deactivated: 'credit',
  company_blocked: 'credit',
  campaign_created: 'campaign',
  campaign_paused: 'campaign',
  campaign_resumed: 'campaign',
  ad_paused: 'campaign',
  ad_resumed: 'campaign',
  frame_stopped: 'campaign',
  frame_restarted: 'campaign',
  creative_applied: 'review',
  creative_approved: 'review',
  creative_rejected: 'review',
  creative_post_rejected: 'review',
  reject_request_filed: 'review',
  reject_request_accepted: 'review',
  reject_request_declined: 'review',
  order_submitted: 'order',
  order_approved: 'order',
  order_disapproved: 'order',
  order_canceled: 'order',
  order_withdrawn: 'order',
  order_change_submitted: 'order',
  order_change_approved: 'order',
  order_change_disapproved: 'order',
  order_change_withdrawn: 'order',
} as const satisfies Readonly<Record<NotificationKindName, NoticeTopicName>>

/** Whether somebody in these roles is told about the topic. */
export function concernsRoles(topic: NoticeTopicName, own: readonly Role[]): boolean {
  const { roles }: NoticeTopic = noticeTopics[topic]
  return roles.some((role) => own.includes(role))
}

/** Whether a channel of the topic is on for a user who has chosen nothing. */
export const isOnByDefault = (topic: NoticeTopicName, channel: NoticeChannel): boolean => channel === 'site' || noticeTopics[topic].mail

/** Whether the user may turn a channel of the topic off. */
export function isChosen(topic: NoticeTopicName, channel: NoticeChannel): boolean {
  const { always }: NoticeTopic = noticeTopics[topic]
  return channel === 'mail' || !always
}

/** How the user is told about a topic. */
export const noticeSetting = v.object({
  /** One of `noticeTopics`; later versions have more. */
  topic: v.string(),
  site: v.boolean(),
  mail: v.boolean(),
})
export type NoticeSetting = v.InferOutput<typeof noticeSetting>

const path = '/api/user/me/notices'

export const noticeSettingEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path,
    label: { ja: '通知の受け取り方の表示', en: 'View how one is notified' },
    kind: 'list',
    permission: 'session.use',
    everywhere: true,
    viewing: 'refused',
    summary: 'How the user is told of each topic of notices that the roles of the own accounts get',
    response: v.object({ data: v.array(noticeSetting) }),
    success: 200,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path,
    label: { ja: '通知の受け取り方の変更', en: 'Change how one is notified' },
    kind: 'update',
    permission: 'session.use',
    everywhere: true,
    summary: 'Turn a channel of a topic on or off for the user; topics that the site always shows stay on there',
    body: v.pipe(
      v.strictObject({
        topic: v.picklist(noticeTopicNames, message('choice')),
        channel: v.picklist(noticeChannels, message('choice')),
        on: v.boolean(message('type_boolean')),
      }),
      v.forward(
        v.check(({ topic, channel, on }) => on || isChosen(topic, channel), message('choice')),
        ['channel'],
      ),
    ),
    success: 204,
    stale: [path, '/api/notification'],
  }),
}
