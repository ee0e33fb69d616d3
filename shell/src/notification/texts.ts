import type { Text } from '@adsite/i18n'
import { textReader } from '../base/text-reader.ts'

export const noticeTexts = {
  // spec/site "Header".
  exist: { ja: 'お知らせがあります。', en: 'There are announcements for you.' },
  none: { ja: '新しいお知らせはありません。', en: 'No new announcements.' },
  system: { ja: '重要なお知らせ', en: 'Important announcements' },
  system_empty: { ja: '未確認の重要なお知らせはありません。', en: 'No important announcement to confirm.' },
  all: { ja: 'お知らせ一覧', en: 'See all' },
  notifications: { ja: '通知', en: 'Notifications' },
  notifications_empty: { ja: '未確認の通知はありません。', en: 'No notification to confirm.' },
  // The button that confirms (spec/site "Announcements").
  confirm: { ja: '確認済みにする', en: 'Mark as read' },
  confirm_named: { ja: '確認済みにする：{{title}}', en: 'Mark as read: {{title}}' },
  confirmed: { ja: '確認済みにしました', en: 'Confirmed.' },
  count: { ja: '{{count}}件', en: '{{count}}' },
  count_or_more: { ja: '{{count}}件以上', en: '{{count}}+' },
} as const satisfies Record<string, Text>

export const useNoticeText = textReader('shell-notices', noticeTexts)
