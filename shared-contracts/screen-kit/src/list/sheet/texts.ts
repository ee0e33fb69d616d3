import type { Text } from '@adsite/i18n'
import { textsWith } from '../../base/texts.ts'

/** Texts of editing in a list, in the chunk that shows them. */
export const sheetTexts = {
  sheet: { ja: '一覧での編集', en: 'Unsaved changes' },
  sheet_changed: { ja: '{{count}} 件を変更中です。', en: 'Unsaved: {{count}}.' },
  sheet_save: { ja: '保存（{{count}} 件）', en: 'Save ({{count}})' },
  sheet_discard: { ja: '変更を破棄', en: 'Discard changes' },
  sheet_saved: { ja: '{{count}} 件を保存しました。', en: 'Saved: {{count}}.' },
  sheet_held: {
    ja: '承認済みの申込を超える {{count}} 件は、変更申請として承認待ちになりました。',
    en: 'Beyond the approved order and submitted for approval: {{count}}.',
  },
  sheet_refused: { ja: '{{count}} 件は保存できませんでした。', en: 'Not saved: {{count}}.' },
  sheet_invalid: { ja: '{{count}} 件に入力の誤りがあります。', en: 'To be corrected: {{count}}.' },
  sheet_left: {
    ja: '貼り付けた値のうち {{count}} 個は、編集できるセルがないか読み取れないため、入れていません。',
    en: '{{count}} of the pasted values were left out: there is no cell for them, or they cannot be read.',
  },
  sheet_problems: { ja: '確認が必要な行', en: 'Rows to check' },
  sheet_theirs: { ja: '{{label}}: 最新の値 {{theirs}}、入力した値 {{mine}}', en: '{{label}}: {{theirs}} now, yours is {{mine}}' },
  sheet_overwrite: { ja: '自分の入力を残す', en: 'Keep mine' },
  sheet_overwrite_name: { ja: '{{title}}: 自分の入力を残す', en: '{{title}}: keep mine' },
  sheet_drop: { ja: '入力を取り消す', en: 'Drop' },
  sheet_drop_name: { ja: '{{title}}: 入力を取り消す', en: '{{title}}: drop my changes' },
  sheet_undone: { ja: '{{count}} 件の保存を元に戻しました。', en: 'Undone: {{count}}.' },
  sheet_undo: { ja: '元に戻す', en: 'Undo' },
  cell_apply: { ja: '入力する', en: 'Apply' },
  cell_revert: { ja: '変更前に戻す', en: 'Restore the former value' },
} as const satisfies Record<string, Text>

/** Reads these texts and the kit's. */
export const useSheetText = textsWith(sheetTexts)
