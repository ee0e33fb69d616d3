import type { Text } from '@adsite/i18n'
import { textsWith } from '../../base/texts.ts'

/** Texts of bulk actions, in the chunk that shows them. */
export const bulkTexts = {
  bulk_actions: { ja: '一括操作', en: 'Actions' },
  bulk_selected: { ja: '{{count}} 件を選択中', en: '{{count}} selected' },
  bulk_select_all: { ja: '条件に一致する {{total}} 件をすべて選択', en: 'Select all {{total}} that match' },
  bulk_all_selected: { ja: '条件に一致する {{total}} 件をすべて選択中', en: 'All {{total}} that match are selected' },
  bulk_clear: { ja: '選択を解除', en: 'Clear selection' },
  bulk_counting: { ja: '対象を確認しています…', en: 'Counting …' },
  bulk_ask: { ja: '{{total}} 件に実行します。', en: 'It is possible with all {{total}}.' },
  bulk_ask_some: {
    ja: '選択した {{total}} 件のうち、{{possible}} 件に実行できます。{{refused}} 件は対象外です。',
    en: 'Possible with {{possible}} of {{total}}; not possible: {{refused}}.',
  },
  bulk_refused: { ja: '対象外の {{refused}} 件を確認', en: 'Show the {{refused}} that do not allow it' },
  bulk_sum: { ja: '合計 {{sum}}', en: 'Total {{sum}}' },
  bulk_amounts: { ja: '金額の内訳を確認', en: 'Amounts' },
  bulk_amount: { ja: '金額', en: 'Amount' },
  bulk_run: { ja: '{{action}}（{{possible}} 件）', en: '{{action}} ({{possible}})' },
  bulk_running: { ja: '{{total}} 件中 {{done}} 件を処理しました', en: '{{done}} of {{total}} done' },
  bulk_stop: { ja: '中断する', en: 'Stop' },
  bulk_stopped: { ja: '{{stopped}} 件は処理していません。', en: '{{stopped}} were not attempted.' },
  bulk_done: { ja: '{{done}}（{{worked}} 件）。', en: '{{done}} ({{worked}}).' },
  bulk_failed: { ja: '{{failed}} 件は実行できませんでした。', en: 'Failed: {{failed}}.' },
  bulk_record: { ja: '対象', en: 'Record' },
  bulk_result: { ja: '結果', en: 'Result' },
  bulk_ok: { ja: '成功', en: 'Done' },
  bulk_not_ok: { ja: '失敗', en: 'Failed' },
  bulk_more: { ja: 'さらに表示（残り {{count}} 件）', en: 'Show more ({{count}} left)' },
} as const satisfies Record<string, Text>

/** Reads these texts and the kit's. */
export const useBulkText = textsWith(bulkTexts)
