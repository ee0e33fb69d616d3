import { csvFaults, deliveryFields, formatText, isDeliveryField, type Locale, type Text } from '@adsite/contract'
import { shortLine } from '../../text/short-line.ts'

/** Reasons for refusing a file or a line. Each says where the problem is and what to do. */
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
  map_not_saved: {
    ja: '取込元「{{source}}」には保存した列の割り当てがありません。',
    en: 'No mapping is saved for the source "{{source}}".',
  },
  map_nothing_to_save: {
    ja: '保存する列の割り当てが指定されていません。',
    en: 'There is no mapping to save: none was given.',
  },
  map_and_saved: {
    ja: '列の割り当てと、保存した割り当ての使用が同時に指定されています。どちらか一方にしてください。',
    en: 'A mapping was given, and the saved one was asked for. Leave one of them out.',
  },
  date_format: {
    ja: '日付の書式「{{format}}」には年、月、日がすべて必要です（例: YYYY-MM-DD）。',
    en: 'The date format "{{format}}" must contain year, month and day (for example YYYY-MM-DD).',
  },
  rate: {
    ja: '換算レート「{{part}}」を読めません。「USD=150.25」のように、通貨（ISO 4217、円以外）と1単位あたりの円（0より大きい数）を指定してください。',
    en: 'Cannot read the rate "{{part}}". Write a currency other than JPY (ISO 4217) and the yen for one unit, above 0: USD=150.25.',
  },
  rate_twice: { ja: '通貨{{currency}}の換算レートが二度指定されています。', en: 'The rate of {{currency}} is given twice.' },
  rate_unused: {
    ja: '換算レートが指定されていますが、{{field}}に列が割り当てられていません。',
    en: 'Rates are given, but no column is mapped to {{field}}.',
  },
  columns_missing: {
    ja: '列 {{columns}} がファイルにありません。ファイルの列: {{header}}',
    en: 'The file has no column {{columns}}. It has: {{header}}.',
  },
  column_twice: {
    ja: '列「{{column}}」がファイルに二つあります。列名を一意にしてください。',
    en: 'The file has the column "{{column}}" twice. Give each column a name of its own.',
  },
  ...csvFaults,
  header_quotes: {
    ja: '見出し行の引用符の使い方が正しくありません。',
    en: 'The quotes of the header are not balanced.',
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
  unpacked_large: {
    ja: '展開後の大きさが{{max}}MBを超えています。ファイルを分けてください。何も取り込んでいません。',
    en: 'The file unpacks to more than {{max}} MB. Split it. Nothing was taken.',
  },
  lines_many: {
    ja: '空行も含めて{{max}}行を超えています。ファイルを分けてください。何も取り込んでいません。',
    en: 'The file has more than {{max}} lines, empty ones included. Split it. Nothing was taken.',
  },
  refused_many: {
    ja: '取り込めない行が{{max}}行を超えたため中止しました（{{line}}行目: {{why}}）。列の割り当てとファイルの内容を確認してください。何も取り込んでいません。',
    en: 'More than {{max}} lines cannot be taken (line {{line}}: {{why}}). Check the mapping and the file. Nothing was taken.',
  },
  advertiser_unknown: {
    ja: '広告主「{{advertiser}}」が見つかりません。',
    en: 'There is no advertiser account "{{advertiser}}".',
  },
  advertiser_ambiguous: {
    ja: '広告主「{{advertiser}}」は複数あります。IDで指定してください: {{ids}}',
    en: 'Several advertiser accounts are named "{{advertiser}}". Give the id: {{ids}}.',
  },
  advertiser_missing: {
    ja: '広告主が指定されていません。広告主を選ぶか、広告主の列（advertiser または advertiser_id）を割り当ててください。',
    en: 'No advertiser is given. Name one, or map a column to advertiser or advertiser_id.',
  },
  advertiser_twice: {
    ja: 'ファイルに広告主の列（advertiser または advertiser_id）があるため、広告主は指定できません。どちらか一方にしてください。',
    en: 'The file has a column of advertisers (advertiser or advertiser_id), and one advertiser is given for all of it. Leave one of them out.',
  },
  column_count: { ja: '列の数が{{actual}}です（見出しは{{expected}}）。', en: '{{actual}} columns where the header has {{expected}}.' },
  quote: { ja: '引用符の使い方が正しくありません。', en: 'The quotes are not balanced.' },
  json: { ja: 'JSONのオブジェクトとして読めません。', en: 'This is not a JSON object.' },
  json_value: { ja: '{{field}}が文字列でも数値でもありません。', en: '{{field}} is neither text nor a number.' },
  empty_value: { ja: '{{field}}が空です。', en: '{{field}} is empty.' },
  day: { ja: '日付「{{value}}」を書式{{format}}で読めません。', en: '"{{value}}" is no day in the format {{format}}.' },
  day_range: { ja: '日付{{value}}が2000年から2099年の範囲にありません。', en: 'The day {{value}} is not between 2000 and 2099.' },
  hour: { ja: '時「{{value}}」は0から23の整数ではありません。', en: '"{{value}}" is no hour from 0 to 23.' },
  count: { ja: '{{field}}「{{value}}」は整数として読めません。', en: '{{field}} "{{value}}" is not a whole number.' },
  money: { ja: '{{field}}「{{value}}」は数値として読めません。', en: '{{field}} "{{value}}" is not a number.' },
  currency: {
    ja: '通貨「{{value}}」はISO 4217の通貨コード（JPY、USDなど）ではありません。',
    en: 'Currency "{{value}}" is no code of ISO 4217 (JPY, USD …).',
  },
  currency_rate: {
    ja: '通貨「{{value}}」の換算レートが指定されていません。円に換算するレート（例: {{value}}=150.25）を指定して、同じファイルを取り込み直してください。',
    en: 'No rate is given for the currency "{{value}}". Hand in the same file again with one (such as --rate {{value}}=150.25).',
  },
  corrections: {
    ja: '0より小さい値の行が{{max}}行を超えています。ファイルを分けてください。',
    en: 'More than {{max}} lines are below zero. Split the file.',
  },
  correction_below_zero: {
    ja: '訂正後の値が0より小さくなります。訂正する配信と同じ日付・キャンペーン・広告・クリエイティブ・配信枠か確認してください。',
    en: 'This correction subtracts more than was delivered for its day, campaign, ad, creative and frame.',
  },
  correction_without_cost: {
    ja: '訂正する配信には媒体費（media_cost）があります。訂正の行にも媒体費を指定してください。',
    en: 'The delivery that this corrects has a media cost (media_cost). Give one for the correction, too.',
  },
  correction_uncovered: {
    ja: 'この配信を減らす訂正が別のファイルで取り込まれています（取込ファイル {{file}}、{{day}}、キャンペーン「{{value}}」）。何も変更していません。先に訂正のファイルを取り消してください。',
    en: 'File {{file}} holds corrections that take away from this delivery ({{day}}, campaign "{{value}}"): nothing was changed. Withdraw that file first.',
  },
  header: { ja: '見出し', en: 'Header' },
  nothing_taken: {
    ja: '取り込める行がありませんでした。エラーの理由を確認し、列の割り当てやファイルを直して同じ取込元で取り込み直してください。',
    en: 'No line could be taken. See the reasons, correct the mapping or the file, and hand it in again under the same source.',
  },
  nothing_strict: {
    ja: 'エラーの行があるため、何も取り込みませんでした（--strict）。ファイルを直して取り込み直してください。',
    en: 'Nothing was taken (--strict). Correct the file and hand it in again.',
  },
  taken_whole: {
    ja: 'このファイルは取込済みです（取込ファイル {{file}}、{{rows}}行すべて）。何も追加していません。',
    en: 'This file has been taken before (file {{file}}, all {{rows}} lines): nothing was added.',
  },
  taken_no_more: {
    ja: 'このファイルは取込済みです（取込ファイル {{file}}、{{rows}}行）。前回のエラー {{refused}} 行は今回も取り込めないため、何も追加していません。列の割り当てや名称の登録を直してから、同じファイルを取り込み直してください。',
    en: 'This file has been taken before (file {{file}}, {{rows}} lines), and its {{refused}} refused lines still cannot be: nothing was added. Correct the mapping or register the names, and hand in the same file again.',
  },
  taken_fewer: {
    ja: 'このファイルは取込済みです（取込ファイル {{file}}、{{rows}}行）。今回取り込めるのは{{taken}}行に減るため、何も変更していません。列の割り当て・換算レート・名称の登録を確認するか、先にそのファイルの取込を取り消してください。',
    en: 'This file has been taken before (file {{file}}, {{rows}} lines), and only {{taken}} of its lines can be taken now: nothing was changed. Check mapping, rates and names, or withdraw that file first.',
  },
  taken_and_replaced: {
    ja: 'このファイルは取込済みで（取込ファイル {{file}}）、その後、別のファイルに置き換えられています。このファイルの内容に戻すには「同じ日の配信を置き換える」（--replace）を指定してください。',
    en: 'This file has been taken before (file {{file}}), and another one has taken its place since: nothing was added. To bring it back, hand it in with --replace (replace days).',
  },
  taken_for_another: {
    ja: 'このファイルは別の広告主の配信として取込済みです（取込ファイル {{file}}）。誤りであれば、先にそのファイルの取込を取り消してください。',
    en: 'This file has been taken as the delivery of another advertiser (file {{file}}): nothing was added. If that was a mistake, withdraw it first.',
  },
  taken_meanwhile: {
    ja: '同じファイルが同時に別の指定で取り込まれたため、何も追加していません。もう一度取り込んで結果を確認してください。',
    en: 'The same file was taken at the same time in another way: nothing was added. Hand it in again to see what is lacking.',
  },
  id: {
    ja: '{{field}}「{{value}}」は本システムのIDではありません。名称の列であれば {{field}} ではなく名称の項目に割り当ててください。',
    en: '{{field}} "{{value}}" is not one of our IDs. Map a column of names to the field for names.',
  },
  too_large: { ja: '{{field}}「{{value}}」は大きすぎます。', en: '{{field}} "{{value}}" is too large.' },
  too_long: { ja: '{{field}}が{{max}}文字を超えています。', en: '{{field}} is longer than {{max}} characters.' },
  control_character: {
    ja: '{{field}}に保存できない文字が含まれています。',
    en: '{{field}} contains a character that cannot be stored.',
  },
  unknown_frame: {
    ja: '配信枠「{{value}}」は、この取込元の名称として登録されていません。「取込元の配信枠名」に登録するか、本システムの配信枠の列であれば 配信枠コード [frame_code] または配信枠のID [frame_id] に割り当ててください。',
    en: 'This source has no frame "{{value}}". Register it under "Source frames"; a column with our own frames is mapped to Frame (our code) [frame_code] or Frame (our id) [frame_id].',
  },
  unknown_name: { ja: '{{field}}「{{value}}」は登録されていません。', en: '{{field}} "{{value}}" is not registered.' },
  ambiguous_name: {
    ja: '{{field}}「{{value}}」は複数あります。IDで指定してください。',
    en: '{{field}} "{{value}}" stands for several records. Give the id instead.',
  },
  sum_too_large: {
    ja: '合計が記録できる上限を超えます。金額の列を確認してください。',
    en: 'The sums exceed what can be stored. Check the columns with money.',
  },
} as const satisfies Record<string, Text>

export type DeliveryErrorKey = keyof typeof refusals
type Params = Readonly<Record<string, string | number>>

/** A reason with its parameters, localized for the reader later. */
export interface Reason {
  readonly key: DeliveryErrorKey
  readonly params: Params
}

export function reason(key: DeliveryErrorKey, params: Params = {}): Reason {
  const { value } = params
  return { key, params: typeof value === 'string' ? { ...params, value: shortLine(value, 80) } : params }
}

/** Fields as the screens call them, each with its name in mappings, which the API and the command line use. */
const named = (fields: string, locale: Locale) =>
  fields.replaceAll(/\w+/gu, (name) => (isDeliveryField(name) ? `${deliveryFields[name].label[locale]} [${name}]` : name))

export function reasonText({ key, params }: Reason, locale: Locale): string {
  const { field = '', fields = '', file = '' } = params
  return formatText(refusals[key][locale], {
    ...params,
    field: named(String(field), locale),
    fields: named(String(fields), locale),
    file: String(file),
  })
}

/** A reason in every language, for an answer that is localized later. */
export const reasonTexts = (why: Reason): Text => ({ ja: reasonText(why, 'ja'), en: reasonText(why, 'en') })

/** The part of a request that is wrong. */
export type FailedPart = 'map' | 'advertiser' | 'rate' | 'file'

/** The whole file, or its mapping, is refused and nothing is stored. `part` names what is wrong. */
export class DeliveryError extends Error {
  readonly reason: Reason
  readonly part: FailedPart
  constructor(part: FailedPart, key: DeliveryErrorKey, params: Params = {}) {
    super(reasonText({ key, params }, 'en'))
    this.name = 'DeliveryError'
    this.part = part
    this.reason = { key, params }
  }
}
