import { addTexts, useTranslation, type Text } from '@adsite/i18n'
import { contentHash } from '@adsite/screen-kit'

export const texts = {
  lead: {
    ja: '必須にすると、指定した日からは、パスワードに加えてパスキーまたは認証アプリで本人確認をしないと利用できません。それまでは、未登録のユーザーの画面に案内が表示されます。APIキーには影響しません。',
    en: 'From the day that you set, users need a passkey or an authenticator app in addition to their password. Until then, those without one see a notice. API keys are not affected.',
  },
  roles: { ja: '権限ごとの設定', en: 'By role' },
  accounts: { ja: 'アカウントごとの設定', en: 'By account' },
  no_accounts: {
    ja: '個別に必須にしたアカウントはありません。広告主などの詳細画面で設定できます。',
    en: 'No account has a setting of its own. Set one on the page of an advertiser, agency, rep, PTD or media group.',
  },
  panel: { ja: '二段階認証', en: 'Two-step sign-in' },
  not_required: { ja: '必須にしていません', en: 'Not required' },
  no_own: { ja: 'このアカウント個別の設定はありません', en: 'This account has no setting of its own' },
  required_from: { ja: '{{day}}から必須', en: 'Required from {{day}}' },
  required_since: { ja: '{{day}}から必須（適用中）', en: 'Required since {{day}}' },
  by_role: {
    ja: '権限「{{role}}」の設定により、{{day}}から必須です。',
    en: 'The setting of the role {{role}} requires it from {{day}}.',
  },
  reach: { ja: '対象 {{users}}人 ・ 未登録 {{without}}人', en: 'Users: {{users}} · without a second factor: {{without}}' },
  change: { ja: '変更する', en: 'Change' },
  change_named: { ja: '{{name}}の設定を変更する', en: 'Change the setting of {{name}}' },
  dialog: { ja: '{{name}}の二段階認証', en: 'Two-step sign-in of {{name}}' },
  day: { ja: '必須にする日', en: 'Required from' },
  day_help: { ja: '日本時間のこの日の0時から適用されます。', en: 'It applies from midnight of this day in Japan.' },
  confirm_none: {
    ja: '対象の{{users}}人は、全員が登録済みです。',
    en: 'All users concerned ({{users}}) have a second factor already.',
  },
  confirm: {
    ja: '対象の{{users}}人のうち{{without}}人が未登録です。この{{without}}人は、指定した日からは登録を終えるまで何も操作できません。',
    en: 'Users concerned: {{users}}, of whom {{without}} have no second factor. From that day on they can do nothing until they have added one.',
  },
  require: { ja: '必須にする', en: 'Require' },
  release: { ja: '必須をやめる', en: 'Stop requiring' },
  cancel: { ja: 'キャンセル', en: 'Cancel' },
  required: { ja: '{{name}}の二段階認証を{{day}}から必須にしました', en: 'Two-step sign-in of {{name}} is required from {{day}}.' },
  released: { ja: '{{name}}の二段階認証を必須でなくしました', en: 'Two-step sign-in of {{name}} is no longer required.' },
  audit: { ja: '設定の履歴は監査ログで確認できます', en: 'The audit log shows who changed these settings' },
} as const satisfies Record<string, Text>

type TextKey = keyof typeof texts

/** Includes a content hash, because two builds of the area can coexist in a page with different texts. */
const namespace = `factor-requirement-${contentHash(JSON.stringify(texts))}`

export function useRequirementText(): (key: TextKey, params?: Readonly<Record<string, string | number>>) => string {
  addTexts(namespace, texts)
  const { t } = useTranslation(namespace)
  return (key, params) => t(key, params ?? {})
}
