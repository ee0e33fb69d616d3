import { addTexts, useTranslation, type Text } from '@adsite/i18n'
import { inSentence, type AnyResource } from '@adsite/contract'
import { contentHash } from './content-hash.ts'

/** The kit's own texts. Texts of an entity (labels, choices, actions) come from the contract. */
export const kitTexts = {
  list_title: { ja: '{{label}}一覧', en: '{{plural}}' },
  create_title: { ja: '{{label}}登録', en: 'New {{name}}' },
  edit_title: { ja: '{{label}}編集', en: 'Edit {{name}}' },
  create_entity: { ja: '{{label}}を登録', en: 'New {{name}}' },
  // キャンペーンが登録されていません。 (spec/texts "Failures")
  no_records: { ja: '{{label}}が登録されていません。', en: 'No {{name}} has been registered.' },
  no_match: { ja: '条件に一致する{{label}}はありません。', en: 'No {{name}} matches these conditions.' },
  no_match_hint: { ja: '検索語や絞り込みの条件を変えてください。', en: 'Change the search words or the filters.' },
  page_empty: { ja: 'このページに表示するものはありません。', en: 'There is nothing on this page.' },
  first_page: { ja: '最初のページへ', en: 'Go to the first page' },
  load_failed: { ja: '読み込めませんでした', en: 'This could not be loaded' },
  part_failed: {
    ja: '読み込みに失敗しました。自動的に再試行します。',
    en: 'This could not be loaded. The site keeps trying.',
  },
  retry: { ja: '再試行', en: 'Retry' },
  show_more: { ja: 'さらに表示', en: 'Show more' },
  cancel: { ja: 'キャンセル', en: 'Cancel' },
  back: { ja: '戻る', en: 'Back' },
  loading: { ja: '読み込み中', en: 'Loading' },
  settings: { ja: '設定', en: 'Settings' },
  pace_records_one: { ja: '{{total}}件分', en: '{{total}} record' },
  pace_records: { ja: '{{total}}件分', en: '{{total}} records' },
  pace_unknown: { ja: 'まだ算出できません', en: 'Not known yet' },
  search: { ja: '検索', en: 'Search' },
  search_by: { ja: '{{label}}で検索', en: 'Search by {{name}}' },
  filters: { ja: '絞り込み', en: 'Filters' },
  filters_active: { ja: '{{count}} 件の条件を適用中', en: '{{count}} active' },
  clear: { ja: 'クリア', en: 'Clear' },
  clear_filters: { ja: '条件をすべて解除', en: 'Clear all' },
  unused_conditions: {
    ja: 'アドレスにある次の条件は使えないため、適用していません: {{conditions}}',
    en: 'Not applied, because there are no such conditions here: {{conditions}}',
  },
  drop_unused: { ja: 'アドレスから除く', en: 'Remove from the address' },
  remove_filter: { ja: '{{filter}} の条件を解除', en: 'Remove the filter {{filter}}' },
  any: { ja: 'すべて', en: 'Any' },
  from: { ja: '{{value}} 以降', en: 'from {{value}}' },
  to: { ja: '{{value}} まで', en: 'to {{value}}' },
  min: { ja: '{{value}} 以上', en: 'at least {{value}}' },
  max: { ja: '{{value}} 以下', en: 'at most {{value}}' },
  field_from: { ja: '{{label}}（開始）', en: '{{label}} from' },
  field_to: { ja: '{{label}}（終了）', en: '{{label}} to' },
  field_min: { ja: '{{label}}（下限）', en: '{{label}}, at least' },
  field_max: { ja: '{{label}}（上限）', en: '{{label}}, at most' },
  range: { ja: '〜', en: '–' },
  calendar: { ja: '{{label}}のカレンダー', en: 'Calendar of {{label}}' },
  open_calendar: { ja: '{{label}}をカレンダーから選ぶ', en: 'Choose {{label}} from a calendar' },
  month_before: { ja: '前の月', en: 'Previous month' },
  month_after: { ja: '次の月', en: 'Next month' },
  time: { ja: '時刻', en: 'Time' },
  sort: { ja: '並び順', en: 'Sort' },
  ascending: { ja: '{{label}} 昇順', en: '{{label}}, ascending' },
  descending: { ja: '{{label}} 降順', en: '{{label}}, descending' },
  count: { ja: '{{total}} 件', en: '{{total}} results' },
  count_one: { ja: '{{total}} 件', en: '{{total}} result' },
  count_capped: { ja: '{{total}}+ 件', en: '{{total}}+ results' },
  count_exactly: { ja: '正確な件数を表示', en: 'Count exactly' },
  page_size: { ja: '1ページの件数', en: 'Rows per page' },
  rows: { ja: '{{count}} 件', en: '{{count}} rows' },
  previous: { ja: '前へ', en: 'Previous' },
  next: { ja: '次へ', en: 'Next' },
  pages: { ja: 'ページ', en: 'Pages' },
  updated_at: { ja: '更新日時', en: 'Updated' },
  // Label of a record's last update (spec/site "Audit label").
  audit_update: { ja: '更新', en: 'Updated' },
  audit_delete: { ja: '削除', en: 'Deleted' },
  audit: { ja: '登録と更新', en: 'Record' },
  related: { ja: '関連', en: 'Related' },
  related_title: { ja: '{{label}}', en: '{{plural}}' },
  related_none: { ja: 'ありません', en: 'None' },
  related_all: { ja: 'すべて表示（{{count}}）', en: 'Show all ({{count}})' },
  system: { ja: 'システム', en: 'System' },
  edit: { ja: '編集', en: 'Edit' },
  save: { ja: '保存する', en: 'Save' },
  create: { ja: '登録する', en: 'Create' },
  not_found: { ja: '{{label}}が見つかりません', en: '{{label}} not found' },
  not_found_hint: {
    ja: '削除されたか、このアカウントでは表示できません。',
    en: 'It was deleted, or this account may not see it.',
  },
  more_actions: { ja: 'その他の操作', en: 'More actions' },
  viewing_reason: {
    ja: '{{name}}さんとして閲覧しているため、操作できません',
    en: 'You are viewing the site as {{name}}, so nothing can be changed.',
  },
  viewing_file: {
    ja: '{{name}}さんとして閲覧しているため、ダウンロードできません',
    en: 'You are viewing the site as {{name}}, so no file can be downloaded.',
  },
  action_reason: {
    ja: '「{{from}}」のときに実行できます。現在は「{{state}}」です。',
    en: 'Possible when “{{from}}”. It is “{{state}}” now.',
  },
  reason_separator: { ja: '」「', en: '” or “' },
  created: { ja: '{{label}}を登録しました', en: '{{label}} created.' },
  deleted: { ja: '{{label}}を削除しました', en: '{{label}} deleted.' },
  delete: { ja: '削除', en: 'Delete' },
  delete_title: { ja: '{{label}}を削除しますか？', en: 'Delete this {{name}}?' },
  delete_text: {
    ja: '「{{title}}」を削除します。元に戻すことはできません。',
    en: '“{{title}}” will be deleted. This cannot be undone.',
  },
  updated: { ja: '{{label}}を更新しました', en: '{{label}} updated.' },
  required: { ja: '必須', en: 'Required' },
  unselected: { ja: '選択してください', en: 'Select' },
  jst: { ja: '日本時間', en: 'Japan time' },
  to_complete: { ja: '入力・確認が必要な項目（{{count}}）', en: '{{count}} fields need attention:' },
  to_complete_one: { ja: '入力・確認が必要な項目（{{count}}）', en: '{{count}} field needs attention:' },
  to_complete_more: { ja: '他 {{count}} 項目', en: '{{count}} more' },
  ready: { ja: '入力内容に問題はありません', en: 'Complete' },
  nothing_changed: { ja: '変更はありません', en: 'Nothing has been changed' },
  unsaved_title: { ja: '入力内容が保存されていません', en: 'Your changes are not saved' },
  unsaved_text: {
    ja: 'このまま移動すると、入力した内容は失われます。',
    en: 'If you leave now, what you entered is lost.',
  },
  unsaved_leave: { ja: '保存せずに移動', en: 'Leave without saving' },
  unsaved_stay: { ja: '編集を続ける', en: 'Keep editing' },
  address_found: { ja: '{{place}}を入力しました', en: 'Filled in {{place}}.' },
  address_several: { ja: '住所の候補が複数あります。続きを入力してください', en: 'Several places share this code. Fill in the rest.' },
  address_unknown: { ja: 'この郵便番号の住所は見つかりません', en: 'No place has this postal code.' },
  // Figures of delivery and their periods.
  figure_before: { ja: '前の期間: {{value}}', en: 'Previous period: {{value}}' },
  unknown_figure: {
    ja: '取り込んだ配信データに値がないため、表示できません。',
    en: 'Not known: the delivery files lack this figure.',
  },
  zero_ratio: { ja: '{{by}}が0のため、計算できません。', en: 'Cannot be worked out: {{by}} are 0.' },
  period: { ja: '期間', en: 'Period' },
  period_from: { ja: '開始日', en: 'From' },
  period_to: { ja: '終了日', en: 'To' },
  period_days: { ja: '{{from}} – {{to}}（日本時間）', en: '{{from}} – {{to}}, Japan time' },
  preliminary: {
    ja: '{{day}}以降のコンバージョンは速報値です。',
    en: 'Conversions from {{day}} on are preliminary.',
  },
  period_free: { ja: '期間を指定', en: 'Custom period' },
  period_compare: { ja: '前の期間と比較', en: 'Compare with previous period' },
  compared: { ja: '前の期間と比較中', en: 'compared' },
  paces_not_compared: {
    ja: '{{columns}}は、期間によらず配信開始からの状況を示すため、前の期間とは比較しません。',
    en: 'No comparison for {{columns}}: shown since the start of delivery, whatever the period.',
  },
  totals: { ja: '合計', en: 'Total' },
  totals_failed: { ja: '合計を計算できませんでした', en: 'The total could not be worked out' },
  columns: { ja: '表示項目', en: 'Columns' },
  columns_reset: { ja: '初期設定に戻す', en: 'Reset columns' },
  move_up: { ja: '{{column}}を前へ', en: 'Move {{column}} up' },
  move_down: { ja: '{{column}}を後ろへ', en: 'Move {{column}} down' },
  export: { ja: 'ダウンロード', en: 'Download' },
  export_note: {
    ja: '条件に一致する {{total}} 件を、表示中の項目で保存します。',
    en: 'Saves all that match ({{total}}) with the columns on show.',
  },
  export_note_capped: {
    ja: '条件に一致する {{total}} 件以上をすべて、表示中の項目で保存します。',
    en: 'Saves all that match (more than {{total}}) with the columns on show.',
  },
  export_utf8: { ja: 'CSV（UTF-8）', en: 'CSV (UTF-8)' },
  export_sjis: { ja: 'CSV（Shift_JIS）', en: 'CSV (Shift_JIS)' },
  export_xlsx: { ja: 'Excel（xlsx）', en: 'Excel (xlsx)' },
  reason_code: { ja: '理由の区分', en: 'Reason category' },
  close: { ja: '閉じる', en: 'Close' },
  select_row: { ja: '{{title}}を選択', en: 'Select {{title}}' },
  select_page: { ja: 'このページをすべて選択', en: 'Select the whole page' },
  cell_edit: { ja: '{{label}}を編集', en: 'Edit {{label}}' },
  cell_edit_of: { ja: '{{title}}の{{label}}を編集', en: 'Edit {{label}} of {{title}}' },
  cell_former: { ja: '変更前', en: 'Before' },
  row_saved: { ja: '保存しました', en: 'Saved' },
  bulk: { ja: '一括操作', en: 'Bulk actions' },
  views: { ja: '保存した表示', en: 'Saved views' },
  view_none: { ja: '標準の表示', en: 'Standard view' },
  view_changed: { ja: '{{name}}（変更あり）', en: '{{name}} (changed)' },
  import: { ja: '取り込み', en: 'Import' },
  draft_restored: { ja: '下書きを復元しました', en: 'Your unsaved input was restored.' },
  draft_discard: { ja: '下書きを破棄', en: 'Discard it' },
} as const satisfies Record<string, Text>

export type KitTextKey = keyof typeof kitTexts

const namespace = `screen-kit-${contentHash(JSON.stringify(kitTexts))}`

/** The label in two forms, as a title and inside an English sentence ("New campaign", but "New PTD"). */
export function labelParameters(label: string): { readonly label: string; readonly name: string } {
  return { label, name: inSentence(label) }
}

/** Text parameters of an entity's name: {@link labelParameters}, plus the English plural as a title and inside a sentence. */
export function entityParameters({ label, plural }: Pick<AnyResource, 'label' | 'plural'>, localize: (text: Text) => string) {
  return { ...labelParameters(localize(label)), plural, several: labelParameters(plural).name }
}

/** Reads a text by its key and interpolates its parameters. */
type ReadText<K extends string> = (key: K, params?: Readonly<Record<string, string | number>>) => string

/** Reads the kit's texts: `text('created', { label })`. */
export function useKitText(): ReadText<KitTextKey> {
  // Added here rather than at module load, because in tests and on bare pages the instance starts later.
  addTexts(namespace, kitTexts)
  const { t } = useTranslation(namespace)
  return (key, params) => t(key, params ?? {})
}

const isKitKey = (key: PropertyKey): key is KitTextKey => Object.hasOwn(kitTexts, key)

/** Creates a hook for the kit's texts plus those of one of its parts, which load with the part's chunk. */
export function textsWith<const T extends Readonly<Record<string, Text>>>(own: T): () => ReadText<KitTextKey | (keyof T & string)> {
  const place = `screen-kit-${contentHash(JSON.stringify(own))}`
  return function useTexts() {
    const text = useKitText()
    addTexts(place, own)
    const { t } = useTranslation(place)
    return (key, params) => (isKitKey(key) && !Object.hasOwn(own, key) ? text(key, params) : t(String(key), params ?? {}))
  }
}
