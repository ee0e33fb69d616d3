import { addTexts, useTranslation, type Text } from '@adsite/i18n'
import { contentHash } from '@adsite/screen-kit'

export const texts = {
  open_invitations: { ja: '承認待ちの招待（{{count}} 件）', en: 'Open invitations ({{count}})' },
  all_invitations: { ja: '招待の一覧', en: 'All invitations' },
  expires: { ja: '有効期限 {{at}}', en: 'expires {{at}}' },
  accounts: { ja: '所属アカウント', en: 'Accounts' },
  load_failed: { ja: '所属アカウントを読み込めませんでした。', en: 'The accounts could not be loaded.' },
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
