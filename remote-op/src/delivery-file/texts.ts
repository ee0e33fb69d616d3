import { addTexts, useTranslation } from '@adsite/i18n'

const texts = {
  title: { ja: '配信データの取り込み', en: 'Hand in a delivery file' },
  refused: { ja: 'エラーの行', en: 'Refused lines' },
  refused_count_one: { ja: '{{total}}行', en: '{{total}} line' },
  refused_count: { ja: '{{total}}行', en: '{{total}} lines' },
  refused_first: { ja: '全{{total}}行のうち、先頭の{{shown}}行です。', en: 'The first {{shown}} of {{total}} lines.' },
  refused_none: { ja: 'エラーの行はありません。', en: 'No line was refused.' },
  refused_next: {
    ja: '列の割り当てや名称の登録を直してから同じファイルを取り込み直すと、エラーだった行だけが加わります。行を直した場合は、直した行だけを別のファイルで取り込んでください。',
    en: 'After fixing the mapping or registering names, import the same file again: only the refused lines are added. If you correct lines instead, import only those, as a separate file.',
  },
  download: { ja: 'エラーの行をCSVでダウンロード', en: 'Download refused lines (CSV)' },
  line: { ja: '行番号', en: 'Line' },
  reason: { ja: '理由', en: 'Reason' },
  raw: { ja: '行の内容', en: 'Content' },
  source: { ja: '取込元', en: 'Source' },
  source_hint: {
    ja: '半角の英数字とピリオド、ハイフン、アンダースコア。同じ取込元の同じファイルは一度だけ数えます。',
    en: 'Letters, digits, dots, hyphens and underscores. The same file of the same source counts once.',
  },
  source_fault: {
    ja: '半角の英数字と . - _ を100文字まで入力してください。',
    en: 'Enter up to 100 letters, digits, dots, hyphens or underscores.',
  },
  advertiser: { ja: '広告主', en: 'Advertiser' },
  advertiser_hint: {
    ja: '複数の広告主を含むファイルでは、広告主の列を「広告主名」または「広告主のID」に割り当てます。',
    en: 'If the file contains several advertisers, map its column to "Advertiser (name)" or "Advertiser (our ID)" instead.',
  },
  advertiser_column: {
    ja: '広告主はファイルの列から行ごとに読み取ります。',
    en: 'A column of the file names the advertiser of each line.',
  },
  by_advertiser: { ja: '広告主別の合計', en: 'Sums by advertiser' },
  by_advertiser_none: { ja: '取り込んだ行はありません。', en: 'No line was taken.' },
  required: { ja: '必須項目です。', en: 'This field is required.' },
  map_missing: { ja: '必須の項目に列を割り当ててください: {{fields}}', en: 'Map a column to each required field: {{fields}}.' },
  and: { ja: '、', en: ', ' },
  date_format: { ja: '日付の書式', en: 'Date format' },
  rate: { ja: '換算レート（1単位あたりの円）', en: 'Exchange rates (yen per unit)' },
  rate_hint: {
    ja: '円以外の通貨の行は、レートがなければエラーになります。複数あるときはカンマで区切ります（例: USD=150.25,EUR=163）。',
    en: 'Lines in a currency without a rate are refused. Separate several by commas: USD=150.25,EUR=163.',
  },
  ignored: { ja: '取り込まなかった列: {{columns}}', en: 'Columns that were not read: {{columns}}' },
  replace: { ja: '同じ日の配信を置き換える（訂正）', en: 'Replace the days of the file (correction)' },
  replace_hint: {
    ja: 'この取込元がこれまでに取り込んだ、同じ広告主・同じ日の配信をすべて置き換えます。取込済みのファイルを、列の割り当てや換算レートを変えて読み直すときにも選びます。',
    en: 'Replaces all delivery of this source for the same advertiser and days. Also re-imports a known file with another mapping or rate.',
  },
  create: { ja: '未登録の名称を新しく登録する', en: 'Register names that are not known' },
  file: { ja: 'ファイルを選択', en: 'Choose a file' },
  file_other: { ja: '別のファイルを選択', en: 'Choose another file' },
  file_hint: { ja: 'UTF-8のCSV、NDJSON（gzipも可）', en: 'CSV or NDJSON in UTF-8, also gzipped' },
  mapping: { ja: '列の割り当て', en: 'Mapping of columns' },
  mapping_hint: {
    ja: 'ファイルの列がどの項目かを選びます。割り当てない項目は「不明」になり、合計や比率は — と表示されます。',
    en: 'Map each column to a field. Figures without a column are unknown, and their totals and ratios are shown as —.',
  },
  mapping_text: {
    ja: 'このファイルの列は読み取れません。割り当てを「項目=列名」をカンマで区切って入力してください（空欄のときは見出しが項目名と同じものとして読みます）。',
    en: 'The columns of this file cannot be read here. Enter the mapping as field=column, separated by commas (leave empty if the header uses the field names).',
  },
  mapping_written: {
    ja: '保存した割り当ては表では表せないため、文字で表示しています。「項目=列名」をカンマで区切ります。',
    en: 'The saved mapping cannot be shown as a table. It is shown as text: field=column, separated by commas.',
  },
  saved_used: { ja: '取込元「{{source}}」に保存した割り当てです。', en: 'This is the mapping saved for the source {{source}}.' },
  saved_unfit: {
    ja: '取込元「{{source}}」に保存した割り当ては、このファイルにない列を含むため使っていません。',
    en: 'The mapping saved for the source {{source}} is not used because it names columns that this file lacks.',
  },
  save_mapping: {
    ja: 'この割り当てを取込元に保存し、次のファイルから使う',
    en: 'Save this mapping for the source and use it next time',
  },
  column: { ja: 'ファイルの列', en: 'Column' },
  example: { ja: '値の例', en: 'Example' },
  unnamed_one: {
    ja: '見出しに名前のない列（{{columns}}）は割り当てられません。取り込むには、ファイルの見出しに名前を付けてください。',
    en: 'The column {{columns}} has no name in the header, so it cannot be mapped. Give it one in the file to read it.',
  },
  unnamed: {
    ja: '見出しに名前のない列（{{columns}}）は割り当てられません。取り込むには、ファイルの見出しに名前を付けてください。',
    en: 'The columns {{columns}} have no name in the header, so they cannot be mapped. Give them names in the file to read them.',
  },
  field: { ja: '項目', en: 'Field' },
  ignore: { ja: '取り込まない', en: 'Ignore' },
  send: { ja: '取り込む', en: 'Hand in' },
  sending: { ja: '{{name}} を取り込んでいます…', en: 'Handing in {{name}} …' },
  done_refused: {
    ja: 'エラーの行とその理由は、取込ファイルで確認できます。',
    en: 'The delivery file lists the refused lines and why they were refused.',
  },
  done_one: { ja: '{{taken}}行を取り込みました（エラー {{refused}}行）', en: '{{taken}} line taken, {{refused}} refused.' },
  done: { ja: '{{taken}}行を取り込みました（エラー {{refused}}行）', en: '{{taken}} lines taken, {{refused}} refused.' },
  open: { ja: '取込ファイルを開く', en: 'Open the file' },
} as const

type TextKey = keyof typeof texts

export function useFileText(): (key: TextKey, params?: Readonly<Record<string, string | number>>) => string {
  addTexts('delivery-file', texts)
  const { t } = useTranslation('delivery-file')
  return (key, params) => t(key, params ?? {})
}
