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
  resets: { ja: '失くした方法の解除の依頼', en: 'Requested resets of lost methods' },
  no_resets: { ja: '承認を待つ依頼はありません。', en: 'No request waits for confirmation.' },
  reset_times: { ja: '依頼 {{asked}} ・ 自動で解除 {{due}}', en: 'asked {{asked}} · resets by itself {{due}}' },
  answer_named: { ja: '{{name}}の依頼を{{action}}', en: '{{action}} the request of {{name}}' },
  confirm_action: { ja: '承認する', en: 'Confirm' },
  confirm_title: { ja: '{{name}}さんの二段階認証を解除しますか？', en: 'Reset the two-step sign-in of {{name}}?' },
  confirm_help: {
    ja: '電話などで、ご本人からの依頼であることを確かめてください。登録した方法がすべて無効になり、ログイン中の端末はログアウトされます。',
    en: 'Make sure, such as by telephone, that they asked for it themselves. All their methods stop working, and they are signed out everywhere.',
  },
  confirm_done: { ja: '{{name}}さんの二段階認証を解除しました', en: 'The two-step sign-in of {{name}} was reset.' },
  refuse_action: { ja: '却下する', en: 'Refuse' },
  refuse_title: { ja: '{{name}}さんの依頼を却下しますか？', en: 'Refuse the request of {{name}}?' },
  refuse_help: {
    ja: '登録した方法はそのまま残ります。ご本人は、もう一度依頼できます。',
    en: 'Their methods stay as they are. They can ask again.',
  },
  refuse_done: { ja: '{{name}}さんの依頼を却下しました', en: 'The request of {{name}} was refused.' },
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
