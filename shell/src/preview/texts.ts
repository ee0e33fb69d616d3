import { shellTitle } from '@adsite/contract'
import type { Text } from '@adsite/i18n'
import { textReader } from '../base/text-reader.ts'

export const previewTexts = {
  title: { ja: 'ビルドのプレビュー', en: 'Preview of builds' },
  about: {
    ja: '公開中のビルドの代わりに、次のビルドを表示します。',
    en: 'Shows these builds in place of the released ones.',
  },
  shell: shellTitle,
  published: { ja: '{{at}} 登録', en: 'published {{at}}' },
  bad: { ja: '不良とされたビルド', en: 'Marked bad' },
  bad_warning: {
    ja: '不良とされたビルドが含まれています。実際のデータを変更する操作は避けてください。',
    en: 'One of these builds is marked bad. Avoid changing real data with it.',
  },
  scope: {
    ja: 'このブラウザーの、いまのログインだけが対象です。{{time}}、ログアウト、アカウントの切り替えのいずれかで終了します。データは本番のもので、ほかの利用者の画面は変わりません。',
    en: 'Only for your current sign-in in this browser. It ends at {{time}}, when you sign out and when you switch accounts. The data is real, and what others see does not change.',
  },
  scope_hours: {
    ja: 'このブラウザーの、いまのログインだけが対象です。{{hours}}時間後、ログアウト、アカウントの切り替えのいずれかで終了します。データは本番のもので、ほかの利用者の画面は変わりません。',
    en: 'Only for your current sign-in in this browser. It ends after {{hours}} hours, when you sign out and when you switch accounts. The data is real, and what others see does not change.',
  },
  start: { ja: 'プレビューを始める', en: 'Start the preview' },
  bad_link: {
    ja: 'このリンクは使用できません。リンク全体をコピーしたか確認するか、新しいリンクを作成してもらってください。',
    en: 'This link does not work. Check that you copied all of it, or ask for a new one.',
  },
  to_home: { ja: 'ホームへ', en: 'Home' },
  banner_label: { ja: 'プレビューの表示', en: 'About the preview' },
  running: { ja: 'プレビュー中：{{builds}}', en: 'Preview of {{builds}}' },
  gone: {
    ja: '（{{builds}} は表示できないため、公開中のビルドです）',
    en: '({{builds}} cannot be shown: the released build runs)',
  },
  until: { ja: '{{time}}まで', en: 'until {{time}}' },
  end: { ja: '終了', en: 'End' },
  open: { ja: 'ビルドをプレビュー', en: 'Preview builds' },
  choose: { ja: '公開中のビルドのまま', en: 'As released' },
  link_help: {
    ja: 'ほかの人に見せるときは、コマンド release preview でリンクを作成します。',
    en: 'To show builds to somebody else, make a link with the command “release preview”.',
  },
} as const satisfies Record<string, Text>

export const usePreviewText = textReader('shell-preview', previewTexts)
