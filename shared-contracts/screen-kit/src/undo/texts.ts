import type { Text } from '@adsite/i18n'
import { textsWith } from '../base/texts.ts'

/** Texts of the undo dialog, in the chunk that shows it. */
export const undoTexts = {
  undo_title: { ja: '変更の取り消し', en: 'Undo a change' },
  undo_what: {
    ja: '{{by}} による {{at}} の変更です。選んだ項目を、変更する前の値に戻します。',
    en: 'Changed by {{by}} on {{at}}. The selected fields get their former values back.',
  },
  undo_loading: { ja: '変更の内容を確認しています…', en: 'Checking the change …' },
  undo_fields: { ja: '戻す項目', en: 'Fields' },
  undo_field_count: { ja: '{{field}}（{{count}} 件）', en: '{{field}} ({{count}})' },
  undo_records: { ja: '対象', en: 'Records' },
  undo_values: { ja: '現在の値 → 戻したあとの値', en: 'Current → restored' },
  undo_result: { ja: '結果', en: 'Result' },
  undo_now: { ja: '現在の値', en: 'Current value' },
  undo_back: { ja: '戻したあとの値', en: 'Restored value' },
  undo_stays_done: { ja: 'すでに変更前の値です', en: 'Already has its former value' },
  undo_stays_later: { ja: 'あとから変更されたため、そのまま残します', en: 'Kept: changed again later' },
  undo_stays_later_by: {
    ja: 'あとから変更されたため、そのまま残します（{{at}} {{by}}）',
    en: 'Kept: changed again by {{by}} on {{at}}',
  },
  undo_stays_action: { ja: 'ここでは戻せません。「{{action}}」の操作で戻せます', en: 'Cannot be undone here. Use “{{action}}” instead' },
  undo_stays_state: { ja: '審査や申込などの結果は取り消せません', en: 'The outcome of a decision cannot be undone' },
  undo_stays_fixed: { ja: '自動で決まる項目のため、直接は戻せません', en: 'Set automatically, so it cannot be undone directly' },
  undo_whole_create: {
    ja: 'この操作で登録されたため、取り消せません。不要なときは、詳細画面で削除または停止してください',
    en: 'Created by this change and kept. If you do not need it, delete or stop it on its own page',
  },
  undo_whole_delete: {
    ja: 'この操作で削除されたため、取り消せません。必要なときは、登録し直してください',
    en: 'Deleted by this change. If you need it, create it again',
  },
  undo_held: {
    ja: '{{fields}}を戻すには承認が必要です。取り消すと承認待ちになり、承認されると変更前の値に戻ります。',
    en: '{{fields}}: needs approval. The request is submitted now, and the former value comes back once it is approved.',
  },
  undo_nothing: { ja: '取り消せる項目はありません。', en: 'There is nothing to undo.' },
  undo_none_chosen: { ja: '戻す項目を選んでください。', en: 'Select the fields to undo.' },
  undo_count: { ja: '{{total}} 件のうち {{done}} 件を戻します。', en: '{{done}} of {{total}} will be restored.' },
  undo_run: { ja: '取り消す', en: 'Undo' },
  undo_run_count: { ja: '取り消す（{{count}} 件）', en: 'Undo ({{count}})' },
  undo_running: { ja: '取り消しています…', en: 'Undoing …' },
  undo_done: { ja: '変更を取り消しました', en: 'The change was undone.' },
  undo_done_count: { ja: '{{done}} 件の変更を取り消しました。', en: 'Undone: {{done}}.' },
  undo_failed_count: { ja: '{{failed}} 件は取り消せませんでした。', en: 'Failed: {{failed}}.' },
  undo_submitted: { ja: '変更を申請しました。承認されると元の値に戻ります', en: 'The undo was submitted for approval.' },
  undo_run_done: { ja: '取り消しました', en: 'Undone' },
  undo_ok: { ja: '戻せます', en: 'Ready' },
  undo_held_short: { ja: '承認待ちになります', en: 'Needs approval' },
  undo_skip: { ja: '変更なし', en: 'No change' },
  undo_refused: { ja: '戻せません', en: 'Refused' },
  undo_more: { ja: 'さらに表示（残り {{count}} 件）', en: 'Show more ({{count}} left)' },
} as const satisfies Record<string, Text>

/** Reads these texts and the kit's. */
export const useUndoText = textsWith(undoTexts)
