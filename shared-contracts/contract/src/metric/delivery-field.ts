import type { Text } from '../text/text.ts'
import { keysOf } from '../value/keys.ts'

/** How to parse a column of a delivery file. `ids` are ours; `name`s are those of the source. */
export type DeliveryFieldKind = 'day' | 'hour' | 'name' | 'id' | 'count' | 'currency' | 'money'

export interface DeliveryField {
  readonly kind: DeliveryFieldKind
  /** Whether files without the column, and lines with an empty cell, are rejected. A missing optional value is unknown, never 0. */
  readonly required: boolean
  readonly label: Text
  /** Description in `pnpm ingest --help`. */
  readonly help: string
}

/** The fields of a delivery file (spec/domain "Delivery facts"); a file without a mapping uses these names as its header. */
export const deliveryFields = {
  day: {
    kind: 'day',
    required: true,
    label: { ja: '日付', en: 'Day' },
    help: 'day in JST, YYYY-MM-DD unless --date-format says otherwise',
  },
  advertiser: {
    kind: 'name',
    required: false,
    label: { ja: '広告主名', en: 'Advertiser (name)' },
    help: "name of the advertiser's account, in a file that holds several advertisers",
  },
  advertiser_id: {
    kind: 'id',
    required: false,
    label: { ja: '広告主のID', en: 'Advertiser (our id)' },
    help: "advertiser's account by our id",
  },
  hour: { kind: 'hour', required: false, label: { ja: '時', en: 'Hour' }, help: 'hour in JST, 0 to 23' },
  campaign: { kind: 'name', required: false, label: { ja: 'キャンペーン名', en: 'Campaign (name)' }, help: 'name of the campaign' },
  campaign_id: {
    kind: 'id',
    required: false,
    label: { ja: 'キャンペーンのID', en: 'Campaign (our id)' },
    help: 'campaign by our id; this or campaign is required',
  },
  ad: { kind: 'name', required: false, label: { ja: '広告名', en: 'Ad (name)' }, help: 'name of an ad of that campaign' },
  ad_id: { kind: 'id', required: false, label: { ja: '広告のID', en: 'Ad (our id)' }, help: 'ad of that campaign by our id' },
  creative: {
    kind: 'name',
    required: false,
    label: { ja: 'クリエイティブ名', en: 'Creative (name)' },
    help: 'name of the creative (banner)',
  },
  creative_id: {
    kind: 'id',
    required: false,
    label: { ja: 'クリエイティブのID', en: 'Creative (our id)' },
    help: 'creative by our id',
  },
  frame: {
    kind: 'name',
    required: false,
    label: { ja: '配信枠（取込元での名称）', en: 'Frame (name at the source)' },
    help: 'frame (slot, placement) as the source calls it; "#N/A" and the like mean unknown',
  },
  frame_code: {
    kind: 'name',
    required: false,
    label: { ja: '配信枠コード', en: 'Frame (our code)' },
    help: 'frame by our code',
  },
  frame_id: { kind: 'id', required: false, label: { ja: '配信枠のID', en: 'Frame (our id)' }, help: 'frame by our id' },
  device: { kind: 'name', required: false, label: { ja: 'デバイス', en: 'Device' }, help: 'device, kept as written' },
  prefecture: {
    kind: 'name',
    required: false,
    label: { ja: '都道府県', en: 'Prefecture' },
    help: 'prefecture: JIS code 01 to 47, or its name',
  },
  requests: { kind: 'count', required: false, label: { ja: 'リクエスト数', en: 'Requests' }, help: 'ad requests' },
  imps: { kind: 'count', required: true, label: { ja: '表示回数', en: 'Impressions' }, help: 'impressions' },
  measured: {
    kind: 'count',
    required: false,
    label: { ja: '計測対象', en: 'Measured' },
    help: 'impressions whose viewability was measured',
  },
  viewable: { kind: 'count', required: false, label: { ja: '視認', en: 'Viewable' }, help: 'viewable impressions' },
  clicks: { kind: 'count', required: false, label: { ja: 'クリック数', en: 'Clicks' }, help: 'clicks' },
  cv_click: {
    kind: 'count',
    required: false,
    label: { ja: 'コンバージョン数', en: 'Conversions' },
    help: 'conversions after a click',
  },
  cv_view: {
    kind: 'count',
    required: false,
    label: { ja: 'ビュースルーCV', en: 'View-through conversions' },
    help: 'conversions after a view',
  },
  currency: {
    kind: 'currency',
    required: false,
    label: { ja: '通貨', en: 'Currency' },
    help: "currency of the line's money, as ISO 4217 writes it; other than JPY it takes a --rate",
  },
  gross: { kind: 'money', required: true, label: { ja: '配信金額', en: 'Spend' }, help: 'what the advertiser pays' },
  media_cost: {
    kind: 'money',
    required: false,
    label: { ja: '媒体費', en: 'Media cost' },
    help: 'what the publisher is paid; without it gross × the share of the media group',
  },
} as const satisfies Record<string, DeliveryField>

export type DeliveryFieldName = keyof typeof deliveryFields

export const deliveryFieldNames = keysOf(deliveryFields)

/** What a file needs and does not have: required fields, and the campaign by its name unless it has our id. */
export function missingDeliveryFields(has: (name: DeliveryFieldName) => boolean): DeliveryFieldName[] {
  return deliveryFieldNames.filter((name) => !has(name) && (deliveryFields[name].required || (name === 'campaign' && !has('campaign_id'))))
}

type FieldOfKind<K> = { [F in DeliveryFieldName]: (typeof deliveryFields)[F]['kind'] extends K ? F : never }[DeliveryFieldName]

/** The summed fields, in column order. */
export type DeliveryFigureName = FieldOfKind<'count' | 'money'>
export const deliveryFigureNames = deliveryFieldNames.filter(
  (name): name is DeliveryFigureName => deliveryFields[name].kind === 'count' || deliveryFields[name].kind === 'money',
)

/** Figures that a file may omit. A fact without one makes every sum over it unknown. */
export type OptionalDeliveryFigure = {
  [F in DeliveryFigureName]: (typeof deliveryFields)[F]['required'] extends true ? never : F
}[DeliveryFigureName]
export function isOptionalFigure(name: DeliveryFigureName): name is OptionalDeliveryFigure {
  return !deliveryFields[name].required
}
export const optionalDeliveryFigures = deliveryFigureNames.filter((name) => isOptionalFigure(name))

/**
 * Splits a mapping into its parts, each `field=column`. Only a comma before the next `name=` separates parts, so
 * column names may contain commas.
 */
export function mappingParts(text: string): string[] {
  return text.split(/,(?=\s*[A-Za-z_]+\s*=)/u).filter((part) => part.trim() !== '')
}

export function isDeliveryField(name: string): name is DeliveryFieldName {
  return Object.hasOwn(deliveryFields, name)
}
