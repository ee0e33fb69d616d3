import type { Text } from '@adsite/i18n'
import { textReader } from '../base/text-reader.ts'

export const viewingTexts = {
  banner_label: { ja: '利用者としての閲覧', en: 'About the view as a user' },
  running: {
    ja: '「{{name}}」さん（{{account}}）として閲覧中：変更はできません',
    en: 'Viewing as {{name}} ({{account}}): nothing can be changed',
  },
  reason: { ja: '理由：{{reason}}', en: 'Reason: {{reason}}' },
  left: { ja: '残り{{minutes}}分', en: '{{minutes}} min left' },
  nearly_over: { ja: '残り1分未満', en: 'Less than a minute left' },
  end: { ja: '閲覧を終了', en: 'Stop viewing' },
  ended: { ja: '閲覧を終了し、管理者の画面に戻りました。', en: 'The view has ended. You are back as yourself.' },
  no_switch: {
    ja: '閲覧中はアカウントを切り替えられません。別の所属を見るには、閲覧を終了してから始め直してください。',
    en: 'Accounts cannot be switched while viewing. To see another account of the user, stop and begin again.',
  },
  private: {
    ja: 'この画面は利用者本人だけのものです。パスワード、本人確認の方法、ログイン中の端末、キーなどは、閲覧中には表示しません。',
    en: 'This page is for the user alone. Passwords, sign-in methods, sessions, keys and the like are not shown while viewing.',
  },
  to_home: { ja: 'ホームへ', en: 'Home' },
} as const satisfies Record<string, Text>

export const useViewingText = textReader('shell-viewing', viewingTexts)
