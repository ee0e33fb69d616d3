import { addTexts, useTranslation, type Text } from '@adsite/i18n'
import { contentHash } from '@adsite/screen-kit'

export const texts = {
  open_invitations: { ja: 'まだ承認されていない招待（{{count}} 件）', en: 'Open invitations ({{count}})' },
  all_invitations: { ja: '招待の一覧', en: 'All invitations' },
  expires: { ja: '有効期限 {{at}}', en: 'expires {{at}}' },
  accounts: { ja: '所属アカウント', en: 'Accounts' },
  account: { ja: 'アカウント', en: 'Account' },
  role: { ja: '権限', en: 'Role' },
  joined: { ja: '登録日時', en: 'Since' },
  default: { ja: '既定', en: 'Default' },
  make_default: { ja: '既定にする', en: 'Make default' },
  default_made: { ja: '「{{name}}」を既定のアカウントにしました', en: '“{{name}}” is the default account now.' },
  leave: { ja: '外す', en: 'Remove' },
  leave_title: { ja: 'アカウントから外しますか？', en: 'Remove from this account?' },
  leave_text: {
    ja: 'このユーザーを「{{name}}」から外します。このアカウントで利用中の場合はただちにログアウトされます。',
    en: 'This user is removed from “{{name}}” and signed out of it at once.',
  },
  left: { ja: '「{{name}}」から外しました', en: 'Removed from “{{name}}”.' },
  view_as: { ja: 'この利用者として見る', en: 'View as this user' },
  view_as_title: { ja: '「{{name}}」さんとして見る', en: 'View the site as {{name}}' },
  view_as_start: { ja: '閲覧を始める', en: 'Start viewing' },
  view_as_reads: {
    ja: 'この利用者と同じ画面が表示されます。変更とダウンロードはできません。',
    en: 'You see what this user sees. Nothing can be changed or downloaded.',
  },
  view_as_ends: {
    ja: '{{minutes}}分で自動的に終了します。いつでも画面下の「閲覧を終了」で戻れます。',
    en: 'It ends by itself after {{minutes}} minutes, or with “Stop viewing” at the bottom of the page.',
  },
  view_as_told: {
    ja: '理由は監査ログに記録され、利用者のアカウントにも通知されます。',
    en: 'The reason is recorded in the audit log, and the account of the user is notified of it.',
  },
  view_as_role: { ja: '{{account}}（{{role}}）', en: '{{account}} ({{role}})' },
  view_as_account: { ja: '閲覧するアカウント', en: 'Account to look at' },
  view_as_reason: { ja: '理由', en: 'Reason' },
  view_as_example: {
    ja: '例：レポートが表示されないとのお問い合わせを確認するため',
    en: 'As in: to check why a report is empty, as the user asked',
  },
  view_as_inactive: { ja: '利用中のユーザーだけを閲覧できます。', en: 'Only active users can be viewed.' },
  view_as_unknown: { ja: '所属アカウントを確認しています。', en: 'The accounts are not known yet.' },
  view_as_admin: { ja: '管理者を兼ねるユーザーは閲覧できません。', en: 'Users who are administrators cannot be viewed.' },
  view_as_nowhere: { ja: '所属アカウントがないため、閲覧できません。', en: 'This user has no account to look at.' },
  required: { ja: '必須', en: 'Required' },
  cancel: { ja: 'キャンセル', en: 'Cancel' },
} as const satisfies Record<string, Text>

type TextKey = keyof typeof texts

/** Includes a content hash, because two builds of the area can coexist in a page with different texts. */
const namespace = `user-${contentHash(JSON.stringify(texts))}`

export function useScreenText(): (key: TextKey, params?: Readonly<Record<string, string | number>>) => string {
  addTexts(namespace, texts)
  const { t } = useTranslation(namespace)
  return (key, params) => t(key, params ?? {})
}
