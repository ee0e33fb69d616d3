import { topicOfNotification, type NoticeTopicName } from '@adsite/contract'
import type { NoticeKind } from '../db/schema/people/notification.ts'

/** What each kind of notice is about, including those that pages get as messages. */
export const topicOfNotice: Readonly<Record<NoticeKind, NoticeTopicName>> = {
  ...topicOfNotification,
  release_rolled_back: 'release',
  release_frozen: 'release',
  release_second: 'release',
  release_no_target: 'release',
  release_shell: 'release',
  release_degraded: 'release',
  webhook_failing: 'integration',
  webhook_gone: 'integration',
  viewed_as: 'access',
  factor_reset_waiting: 'access',
  change_request_waiting: 'request',
  change_request_approved: 'request',
  change_request_rejected: 'request',
  change_request_lapsed: 'request',
  change_request_outdated: 'request',
}
