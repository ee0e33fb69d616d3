import { changeRequestDays } from '@adsite/contract'
import { addTexts, useTranslation, type Text } from '@adsite/i18n'
import { contentHash } from '@adsite/screen-kit'

export const texts = {
  lead: {
    ja: `2人で決めることにした変更は、申請した人とは別の担当者が承認すると反映されます。${changeRequestDays}日以内に承認されなければ、申請は失効します。`,
    en: `What is decided by two persons takes effect when somebody other than who asked approves it. Requests lapse after ${changeRequestDays} days.`,
  },
  state: { ja: '表示する申請', en: 'Requests shown' },
  loading: { ja: '読み込み中', en: 'Loading' },
  waiting: { ja: '承認待ち', en: 'Waiting' },
  ended: { ja: '終了したもの', en: 'Ended' },
  none_waiting: { ja: '承認待ちの変更はありません。', en: 'Nothing waits for approval.' },
  none_ended: { ja: '終了した申請はまだありません。', en: 'No request has ended yet.' },
  action_create: { ja: '登録', en: 'create' },
  action_update: { ja: '変更', en: 'change' },
  action_delete: { ja: '削除', en: 'delete' },
  heading: { ja: '{{entity}}の{{action}}：{{name}}', en: '{{entity}}, {{action}}: {{name}}' },
  heading_state: { ja: '{{entity}}（{{action}}）：{{name}}', en: '{{entity}} ({{action}}): {{name}}' },
  for_account: { ja: 'アカウント「{{account}}」の設定による', en: 'required by the account {{account}}' },
  asked: { ja: '申請 {{at}} {{by}} ・ 期限 {{lapses}}', en: 'asked {{at}} by {{by}} · until {{lapses}}' },
  why: { ja: '申請の理由：{{reason}}', en: 'Why: {{reason}}' },
  no_why: { ja: '申請の理由は書かれていません。', en: 'No reason is given.' },
  APPROVED: { ja: '承認 {{at}} {{by}}：{{decision}}', en: 'Approved {{at}} by {{by}}: {{decision}}' },
  REJECTED: { ja: '却下 {{at}} {{by}}：{{decision}}', en: 'Rejected {{at}} by {{by}}: {{decision}}' },
  WITHDRAWN: { ja: '取り下げ {{at}} {{by}}：{{decision}}', en: 'Withdrawn {{at}} by {{by}}: {{decision}}' },
  LAPSED: { ja: '失効 {{at}}：期限までに承認されませんでした', en: 'Lapsed {{at}}: nobody approved it in time' },
  OUTDATED: {
    ja: '失効 {{at}}：申請の後に対象の状態または内容が変わりました',
    en: 'Lapsed {{at}}: what it is about has changed since',
  },
  approve: { ja: '承認する', en: 'Approve' },
  reject: { ja: '却下する', en: 'Reject' },
  withdraw: { ja: '取り下げる', en: 'Withdraw' },
  explain: { ja: '理由を書く', en: 'Give a reason' },
  own_reason: {
    ja: '自分が申請した変更は承認できません。ほかの担当者が承認してください。',
    en: 'You have asked for this yourself. Someone else has to approve it.',
  },
  named: { ja: '{{action}}：{{name}}', en: '{{action}}: {{name}}' },
  reason_approve: { ja: '承認の理由', en: 'Reason for the approval' },
  reason_reject: { ja: '却下の理由', en: 'Reason for the rejection' },
  reason_withdraw: { ja: '取り下げの理由', en: 'Reason for the withdrawal' },
  reason_explain: { ja: '申請の理由', en: 'Reason for the change' },
  done_approve: { ja: '承認し、変更を反映しました', en: 'Approved: the change has been made.' },
  done_reject: { ja: '却下しました', en: 'Rejected.' },
  done_withdraw: { ja: '取り下げました', en: 'Withdrawn.' },
  done_explain: { ja: '理由を保存しました', en: 'The reason was saved.' },
  cancel: { ja: 'キャンセル', en: 'Cancel' },
  save: { ja: '保存する', en: 'Save' },
  panel: { ja: '2人で決める変更', en: 'Decided by two persons' },
  own_account: { ja: '管理者のアカウント「{{name}}」の設定', en: 'Setting of the administrators’ account {{name}}' },
  nothing: { ja: '2人で決める変更はありません', en: 'Nothing needs a second person' },
  above: { ja: '{{area}}（{{amount}}を超えるもの）', en: '{{area}} (above {{amount}})' },
  change: { ja: '変更する', en: 'Change' },
  change_named: { ja: '{{name}}の設定を変更する', en: 'Change the setting of {{name}}' },
  dialog: { ja: '{{name}}の2人で決める変更', en: 'What two persons decide for {{name}}' },
  dialog_help: {
    ja: '選んだ変更は、ほかの担当者が承認するまで反映されません。選択を外したり金額を上げたりする変更も、ほかの管理者の承認が必要です。',
    en: 'What is chosen takes effect when somebody else approves it. Taking a choice back, or raising the amount, needs the approval of another administrator too.',
  },
  amount: { ja: '承認に2人が必要な金額（円、超えるもの）', en: 'Orders above (yen)' },
  saved: { ja: '2人で決める変更の設定を保存しました', en: 'The setting was saved.' },
  saved_waits: {
    ja: 'この変更にはほかの管理者の承認が必要です。承認待ちの変更に追加しました',
    en: 'This needs the approval of another administrator. It was added to the changes that wait.',
  },
} as const satisfies Record<string, Text>

export type TextKey = keyof typeof texts

/** Includes a content hash, because two builds of the area can coexist in a page with different texts. */
const namespace = `four-eyes-${contentHash(JSON.stringify(texts))}`

export function useFourEyesText(): (key: TextKey, params?: Readonly<Record<string, string | number>>) => string {
  addTexts(namespace, texts)
  const { t } = useTranslation(namespace)
  return (key, params) => t(key, params ?? {})
}
