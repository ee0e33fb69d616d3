import type { Text } from '@adsite/i18n'
import { textReader } from '../base/text-reader.ts'

export const informationTexts = {
  title: { ja: 'お知らせ', en: 'Announcements' },
  detail: { ja: 'お知らせ詳細', en: 'Announcement' },
  type: { ja: '種類', en: 'Type' },
  all_types: { ja: 'すべての種類', en: 'All types' },
  only_unconfirmed: { ja: '未確認のみ表示', en: 'Unconfirmed only' },
  unconfirmed: { ja: '未確認', en: 'Unconfirmed' },
  confirmed: { ja: '確認済み', en: 'Confirmed' },
  important: { ja: '重要', en: 'Important' },
  empty: { ja: '現在、掲載中のお知らせはありません。', en: 'No announcement is published at the moment.' },
  no_match: { ja: '条件に一致するお知らせはありません。', en: 'No announcement matches these conditions.' },
  clear: { ja: '条件を解除', en: 'Clear the conditions' },
  pages: { ja: 'ページ', en: 'Pages' },
  previous: { ja: '前へ', en: 'Previous' },
  page_gone: { ja: 'このページにはお知らせがありません。', en: 'There are no announcements on this page.' },
  first: { ja: '最初のページへ', en: 'First page' },
  next: { ja: '次へ', en: 'Next' },
  published: { ja: '掲載日時', en: 'Published' },
  attachments: { ja: '添付ファイル', en: 'Attachments' },
  confirm: { ja: '確認済みにする', en: 'Mark as read' },
  confirm_done: { ja: '確認済みにしました', en: 'Confirmed.' },
  not_found: { ja: 'お知らせが見つかりません', en: 'Announcement not found' },
  not_found_hint: {
    ja: '掲載が終了したか、このアカウントでは表示できません。',
    en: 'It is no longer published, or this account may not see it.',
  },
  to_list: { ja: 'お知らせの一覧へ', en: 'To all announcements' },
} as const satisfies Record<string, Text>

export const useInformationText = textReader('shell-information', informationTexts)
