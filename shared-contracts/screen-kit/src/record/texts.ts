import type { Text } from '@adsite/i18n'
import { textsWith } from '../base/texts.ts'

/** Texts of the history of a record. */
export const recordTexts = {
  history: { ja: '変更履歴', en: 'History' },
  history_create: { ja: '登録', en: 'Created' },
  history_update: { ja: '更新', en: 'Changed' },
  history_delete: { ja: '削除', en: 'Deleted' },
  history_empty: { ja: '変更はまだありません。', en: 'Nothing has changed yet.' },
  history_undo: { ja: '取り消す', en: 'Undo' },
  history_undo_name: { ja: '{{at}} の変更を取り消す', en: 'Undo the change of {{at}}' },
  history_undo_all: { ja: 'まとめて取り消す', en: 'Undo all' },
  history_undo_all_name: { ja: '{{at}} の変更をまとめて取り消す', en: 'Undo all changes of {{at}}' },
  history_undo_import: { ja: '取り込みをまとめて取り消す', en: 'Undo the import' },
  history_undo_import_name: { ja: '{{at}} の取り込みをまとめて取り消す', en: 'Undo the import of {{at}}' },
  history_undoes: { ja: '{{at}} の変更（{{by}}）の取り消し', en: 'Undoes the change of {{at}} ({{by}})' },
  history_more: { ja: '以前の変更も表示', en: 'Show earlier changes' },
  source_screen: { ja: '管理画面', en: 'Web' },
  source_import: { ja: '取り込み', en: 'Import' },
  source_api: { ja: 'API', en: 'API' },
  source_key: { ja: 'APIキー「{{name}}」', en: 'API key “{{name}}”' },
} as const satisfies Record<string, Text>

/** Reads these texts and the kit's. */
export const useRecordText = textsWith(recordTexts)
