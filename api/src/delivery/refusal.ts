import { formatText, type Locale, type Text } from '@adsite/contract'

/** Why a file or a line is not taken; always says where and what to do. */
const refusals = {
  map_syntax: {
    ja: '--map の「{{part}}」を読めません。「項目=列名」または「項目=文字 {列名} 文字」の形で、カンマで区切って指定してください。',
    en: 'Cannot read "{{part}}" in the mapping. Write field=column or field=text {column} text, separated by commas.',
  },
  map_field: {
    ja: '「{{field}}」という項目はありません。指定できる項目: {{fields}}',
    en: 'There is no field "{{field}}". Fields: {{fields}}.',
  },
  map_twice: { ja: '項目「{{field}}」が二度指定されています。', en: 'Field "{{field}}" is mapped twice.' },
  map_missing: {
    ja: '必須の項目 {{fields}} に列が割り当てられていません。',
    en: 'No column is mapped to the required fields {{fields}}.',
  },
  date_format: {
    ja: '日付の書式「{{format}}」には年、月、日がすべて必要です（例: YYYY-MM-DD）。',
    en: 'The date format "{{format}}" must hold year, month and day (for example YYYY-MM-DD).',
  },
  columns_missing: {
    ja: '列 {{columns}} がファイルにありません。ファイルの列: {{header}}',
    en: 'The file has no column {{columns}}. It has: {{header}}.',
  },
  column_twice: {
    ja: '列「{{column}}」がファイルに二つあります。列名を一意にしてください。',
    en: 'The file has the column "{{column}}" twice. Give each column a name of its own.',
  },
  empty_file: { ja: 'ファイルが空です。', en: 'The file is empty.' },
  header_only: { ja: 'ファイルには見出し行しかありません。', en: 'The file has a header and no lines below it.' },
  encoding: {
    ja: '{{line}}行目（先頭から{{byte}}バイト目）がUTF-8ではありません。UTF-8（BOMの有無は問いません）で保存し直してください。',
    en: 'Line {{line}} (byte {{byte}} of the file) is not UTF-8. Accepted: UTF-8, with or without BOM. Save the file as UTF-8 and hand it in again.',
  },
  encoding_like: {
    ja: '{{line}}行目（先頭から{{byte}}バイト目）がUTF-8ではなく、{{encoding}}のようです。UTF-8（BOMの有無は問いません）で保存し直してください。',
    en: 'Line {{line}} (byte {{byte}} of the file) is not UTF-8; it looks like {{encoding}}. Accepted: UTF-8, with or without BOM. Save the file as UTF-8 and hand it in again.',
  },
  gzip_truncated: {
    ja: 'gzipファイルが途中で切れています（{{line}}行目の後）。もう一度書き出してください。',
    en: 'The gzip file is cut short (after line {{line}}). Export it again.',
  },
  gzip_broken: {
    ja: 'gzipファイルが壊れています（{{line}}行目の後）。もう一度書き出してください。',
    en: 'The gzip file is damaged (after line {{line}}). Export it again.',
  },
  line_too_long: {
    ja: '{{line}}行目が{{max}}文字を超えています。CSVまたはNDJSONのファイルか確認してください。',
    en: 'Line {{line}} is longer than {{max}} characters. Is this a CSV or NDJSON file?',
  },
  advertiser_unknown: {
    ja: '広告主「{{advertiser}}」が見つかりません。',
    en: 'There is no advertiser account "{{advertiser}}".',
  },
  advertiser_ambiguous: {
    ja: '広告主「{{advertiser}}」は複数あります。IDで指定してください: {{ids}}',
    en: 'Several advertiser accounts are named "{{advertiser}}". Give the id: {{ids}}.',
  },
  column_count: { ja: '列の数が{{actual}}です（見出しは{{expected}}）。', en: '{{actual}} columns where the header has {{expected}}.' },
  quote: { ja: '引用符の使い方が正しくありません。', en: 'The quotes are not balanced.' },
  json: { ja: 'JSONのオブジェクトとして読めません。', en: 'This is not a JSON object.' },
  json_value: { ja: '{{field}}が文字列でも数値でもありません。', en: '{{field}} is neither text nor a number.' },
  empty_value: { ja: '{{field}}が空です。', en: '{{field}} is empty.' },
  day: { ja: '日付「{{value}}」を書式{{format}}で読めません。', en: '"{{value}}" is no day in the format {{format}}.' },
  day_range: { ja: '日付{{value}}が2000年から2099年の範囲にありません。', en: 'The day {{value}} is not between 2000 and 2099.' },
  hour: { ja: '時「{{value}}」は0から23の整数ではありません。', en: '"{{value}}" is no hour from 0 to 23.' },
  count: { ja: '{{field}}「{{value}}」は0以上の整数ではありません。', en: '{{field}} "{{value}}" is not a whole number of 0 or more.' },
  money: {
    ja: '{{field}}「{{value}}」は0以上の数値（小数点以下6桁まで）ではありません。',
    en: '{{field}} "{{value}}" is not a number of 0 or more with at most six decimals.',
  },
  too_large: { ja: '{{field}}「{{value}}」は大きすぎます。', en: '{{field}} "{{value}}" is too large.' },
  too_long: { ja: '{{field}}が{{max}}文字を超えています。', en: '{{field}} is longer than {{max}} characters.' },
  control_character: { ja: '{{field}}に使えない文字（NUL）が含まれています。', en: '{{field}} holds a NUL character.' },
  unknown_name: { ja: '{{field}}「{{value}}」は登録されていません。', en: '{{field}} "{{value}}" is not registered.' },
  ambiguous_name: {
    ja: '{{field}}「{{value}}」は複数あります。IDで指定してください。',
    en: 'Several records are named {{field}} "{{value}}". Give the id instead.',
  },
  sum_too_large: {
    ja: '合計が記録できる上限を超えます。金額の列を確認してください。',
    en: 'The sums exceed what can be stored. Check the columns with money.',
  },
} as const satisfies Record<string, Text>

export type RefusalKey = keyof typeof refusals
type Params = Readonly<Record<string, string | number>>

/** A reason with its values, to be put into words for whoever reads it. */
export interface Reason {
  readonly key: RefusalKey
  readonly params: Params
}

/** Values come from the file: shortened, and without control characters, which neither terminals nor jsonb take. */
function readable(value: string | number): string | number {
  if (typeof value === 'number') return value
  const text = value.replace(/\p{Cc}/gu, ' ')
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

export function reason(key: RefusalKey, params: Params = {}): Reason {
  return { key, params: 'value' in params ? { ...params, value: readable(params.value!) } : params }
}

export function reasonText({ key, params }: Reason, locale: Locale): string {
  return formatText(refusals[key][locale], params)
}

/** The whole file (or its mapping) is refused: nothing of it is taken. `part` is what is at fault. */
export class DeliveryRefusal extends Error {
  readonly reason: Reason
  readonly part: 'map' | 'advertiser' | 'file'
  constructor(part: 'map' | 'advertiser' | 'file', key: RefusalKey, params: Params = {}) {
    super(reasonText({ key, params }, 'en'))
    this.name = 'DeliveryRefusal'
    this.part = part
    this.reason = { key, params }
  }
}
