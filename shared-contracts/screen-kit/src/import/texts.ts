import type { Text } from '@adsite/i18n'
import { textsWith } from '../base/texts.ts'

/** Texts of the import screen, in the chunk that shows them. */
export const importTexts = {
  import_title: { ja: '{{label}}の取り込み', en: 'Import {{several}}' },
  import_choose: { ja: 'ファイルを選ぶ', en: 'Choose a file' },
  import_hint: {
    ja: 'ダウンロードしたCSVと同じ形式です。IDのある行は更新、ない行は登録になります。取り込む前に内容を確認できます。',
    en: 'The format is that of a downloaded CSV file. A line with an ID changes that record, one without creates a record. You see what it will do first.',
  },
  import_file: { ja: 'CSVファイルを選択', en: 'Choose a CSV file' },
  import_limits: {
    ja: 'UTF-8またはShift_JIS、{{lines}} 行・{{size}}MBまで',
    en: 'UTF-8 or Shift_JIS, at most {{lines}} lines and {{size}} MB',
  },
  import_template: { ja: 'テンプレート（見出し行のみ）:', en: 'Template (heading row only):' },
  import_required: {
    ja: '登録する行に必須の項目: {{columns}}',
    en: 'Required in lines that create a record: {{columns}}',
  },
  import_checking: { ja: '{{name}} を確認しています…', en: 'Checking {{name}} …' },
  import_committing: { ja: '{{name}} を取り込んでいます…', en: 'Importing {{name}} …' },
  import_ready: { ja: '{{count}} 件を取り込めます。', en: 'Ready to be imported: {{count}}.' },
  import_has_errors: {
    ja: '取り込めない行が {{count}} 行あります。',
    en: 'Lines with errors: {{count}}.',
  },
  import_mend: {
    ja: '直したファイルを選ぶか、取り込める行だけを取り込んでください。',
    en: 'Choose a corrected file, or import only the other lines.',
  },
  import_mend_all: { ja: '直したファイルを選んでください。', en: 'Choose a corrected file.' },
  import_left_out: {
    ja: '{{count}} 行は取り込んでいません。ダウンロードして直し、もう一度取り込めます。',
    en: 'Lines left out: {{count}}. Download, correct and import them again.',
  },
  import_again: {
    ja: '取り込みが完了したか確認できませんでした。もう一度取り込んでも、二重に取り込まれることはありません。',
    en: 'It is not known whether the file was imported. You can import it again; nothing is imported twice.',
  },
  import_left_outdated: {
    ja: '確認したあとに対象のデータが変更されたため、取り込んでいません。もう一度確認して取り込んでください。',
    en: 'Nothing has been imported, because records have changed since the check. Check the file again, then import it.',
  },
  import_left_failed: { ja: '取り込めませんでした。', en: 'Nothing has been imported.' },
  import_left_unsure: {
    ja: '取り込みが完了したか確認できませんでした。一覧と各データの変更履歴を確認してください。',
    en: 'It is not known whether the file was imported. See the list and the history of its records.',
  },
  import_goes_on: {
    ja: 'この画面を閉じても取り込みは続きます。結果は、一覧と各データの変更履歴で確認できます。',
    en: 'The import goes on if you close this page. Its result is in the list and in the history of its records.',
  },
  import_leave_title: { ja: 'ファイルを取り込んでいます', en: 'The file is being imported' },
  import_leave_text: {
    ja: '別の画面に移動しても、取り込みは続きます。終わると、メッセージでお知らせします。',
    en: 'The import goes on when you leave, and a message tells how it ended.',
  },
  import_leave: { ja: '移動する', en: 'Leave' },
  import_stay: { ja: 'この画面で待つ', en: 'Wait here' },
  import_partial: { ja: '取り込める {{count}} 件だけを取り込む', en: 'Import the other lines ({{count}})' },
  import_refused_file: { ja: '取り込めない行をダウンロード（CSV）', en: 'Download the lines that cannot be imported (CSV)' },
  import_refused_name: { ja: '取り込めない行_{{name}}', en: 'refused_{{name}}' },
  import_conflict: { ja: '競合', en: 'Conflicts' },
  import_rows: { ja: '登録・更新する内容', en: 'What is created and changed' },
  import_outcome: { ja: '対象', en: 'Record' },
  import_changes: { ja: '変更内容', en: 'Changes' },
  import_more_rows: { ja: 'ほかに {{count}} 行あります。', en: 'Further lines: {{count}}.' },
  import_warnings: { ja: '確認が必要な項目', en: 'To be checked' },
  import_warnings_note: {
    ja: '取り込めますが、内容を確認してください。',
    en: 'These lines can be imported but may be wrong.',
  },
  import_outdated: {
    ja: '確認したあとに対象のデータが変更されたため、まだ取り込んでいません。今の内容を確認して、もう一度取り込んでください。',
    en: 'Nothing has been imported, because records have changed since the check. Review what would change now, then import again.',
  },
  import_earlier: { ja: 'このファイルはすでに取り込まれています。', en: 'This file has been imported before.' },
  import_earlier_by: {
    ja: '{{by}} が {{at}} に取り込み、{{created}} 件を登録しました。',
    en: 'Imported by {{by}} on {{at}}. Records created: {{created}}.',
  },
  import_earlier_again: {
    ja: 'もう一度取り込むと、同じ内容が重複して登録されます。',
    en: 'If you import it again, they are created a second time.',
  },
  import_nothing: { ja: '変更される内容はありません。', en: 'Nothing would change.' },
  import_done: { ja: '{{count}} 件を取り込みました。', en: 'Imported: {{count}}.' },
  import_held: { ja: '{{count}} 件は承認待ちになります。', en: 'Waiting for approval: {{count}}.' },
  import_create: { ja: '登録', en: 'Created' },
  import_update: { ja: '更新', en: 'Changed' },
  import_waiting: { ja: '承認待ち', en: 'Waiting for approval' },
  import_waits: { ja: '承認待ちになります', en: 'Needs approval' },
  import_unchanged: { ja: '変更なし', en: 'Unchanged' },
  import_error_count: { ja: 'エラー', en: 'Errors' },
  import_ignored: { ja: '取り込まない列: {{columns}}', en: 'Columns that are not imported: {{columns}}' },
  import_errors: { ja: 'エラーの一覧', en: 'Errors' },
  import_column: { ja: '項目', en: 'Field' },
  import_line: { ja: '行', en: 'Line' },
  import_whole_line: { ja: '行全体', en: 'Whole line' },
  import_fault: { ja: '内容', en: 'What is wrong' },
  import_more_errors: { ja: 'ほかに {{count}} 件のエラーがあります。', en: 'Further errors: {{count}}.' },
  import_commit: { ja: '{{count}} 件を取り込む', en: 'Import ({{count}})' },
  import_undo: { ja: 'この取り込みを取り消す', en: 'Undo this import' },
  import_other: { ja: '別のファイルを選ぶ', en: 'Choose another file' },
} as const satisfies Record<string, Text>

/** Reads these texts and the kit's. */
export const useImportText = textsWith(importTexts)
