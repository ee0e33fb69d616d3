import type { Text } from '@adsite/i18n'
import { textReader } from '../base/text-reader.ts'

export const apiKeyTexts = {
  title: { ja: 'APIキー', en: 'API keys' },
  help: {
    ja: 'プログラムから、あなたの代わりにAPIを呼び出すためのキーです。選んだ権限の範囲だけで、いま選択中のアカウント「{{account}}」に対して使えます。',
    en: 'Keys with which programs call the API in your name, with the permissions that you choose, in the account “{{account}}” that you use now.',
  },
  docs: { ja: 'APIの使い方', en: 'About the API' },
  none: { ja: 'APIキーはありません。', en: 'There are no API keys.' },
  create: { ja: 'APIキーを発行する', en: 'Create an API key' },
  create_named: { ja: '新しいAPIキー', en: 'New API key' },
  cancel: { ja: 'キャンセル', en: 'Cancel' },
  name: { ja: '名前', en: 'Name' },
  name_hint: {
    ja: '変更履歴と監査ログに残ります。用途がわかる名前にしてください。',
    en: 'The history and the audit log show it. Say what the key is for.',
  },
  days: { ja: '有効期限', en: 'Expires' },
  days_choice: { ja: '{{days}}日後', en: 'In {{days}} days' },
  networks: { ja: '利用を許可するネットワーク', en: 'Allowed networks' },
  networks_hint: {
    ja: '1行に1件、203.0.113.0/24 のように入力します。空欄の場合は、どこからでも利用できます。',
    en: 'One per line, like 203.0.113.0/24. Leave it empty to allow every address.',
  },
  rate: { ja: '1分あたりの上限（回）', en: 'Calls per minute, at most' },
  scopes: { ja: '権限', en: 'Permissions' },
  scopes_hint: { ja: '必要なものだけを選んでください。', en: 'Choose only what is needed.' },
  scopes_missing: { ja: '権限を1つ以上選んでください。', en: 'Choose at least one permission.' },
  reads: { ja: '参照のみ', en: 'Reads' },
  writes: { ja: '変更あり', en: 'Changes data' },
  made: { ja: 'APIキーを発行しました', en: 'The API key was created' },
  made_help: {
    ja: 'このキーは、いまここでしか表示されません。コピーして安全な場所に保管してください。',
    en: 'It is shown only here and now. Copy it and keep it in a safe place.',
  },
  key: { ja: 'APIキー', en: 'API key' },
  copy: { ja: 'コピー', en: 'Copy' },
  copied: { ja: 'コピーしました', en: 'Copied.' },
  not_copied: { ja: 'コピーできませんでした。選択してコピーしてください。', en: 'It could not be copied. Select and copy it yourself.' },
  keep: { ja: '保管しました', en: 'I have kept it' },
  used: { ja: '最終利用 {{at}}（{{address}}）', en: 'last used {{at}} ({{address}})' },
  unused: { ja: '未使用', en: 'never used' },
  expires: { ja: '期限 {{at}}', en: 'expires {{at}}' },
  ended_expired: { ja: '期限切れ', en: 'Expired' },
  ended_revoked: { ja: '失効済み', en: 'Revoked' },
  anywhere: { ja: 'すべてのネットワーク', en: 'any network' },
  revoke: { ja: '失効させる', en: 'Revoke' },
  revoke_named: { ja: '{{name}}（{{start}}…）を失効させる', en: 'Revoke {{name}} ({{start}}…)' },
  revoke_sure: {
    ja: '「{{name}}」を失効させると、このキーを使うプログラムはただちに動かなくなります。元に戻すことはできません。',
    en: 'Programs that use “{{name}}” stop working at once. This cannot be undone.',
  },
  revoked: { ja: 'APIキーを失効させました', en: 'The API key was revoked.' },
  show_ended: { ja: '期限切れ・失効済みも表示（{{count}}件）', en: 'Show those that have ended ({{count}})' },
  all_title: { ja: 'すべてのユーザーのAPIキー', en: 'API keys of all users' },
  all_help: {
    ja: '退職や漏えいの際は、ここから失効させてください。ユーザーを停止した場合も、そのユーザーのキーは使えなくなります。',
    en: 'Revoke keys here when somebody leaves or a key has leaked. The keys of a suspended user do not work either.',
  },
  integrations: { ja: 'Webhookを設定する', en: 'Set up webhooks' },
} as const satisfies Record<string, Text>

export const useApiKeyText = textReader('shell-api-key', apiKeyTexts)
