/** How a column of a delivery file is read. */
export type DeliveryFieldKind = 'day' | 'hour' | 'name' | 'count' | 'money'

export interface DeliveryField {
  readonly kind: DeliveryFieldKind
  readonly required: boolean
  /** One line of `pnpm ingest --help`. */
  readonly help: string
}

/** What a delivery file can say (DOMAIN "delivery facts"); a file without `--map` uses these names as its header. */
export const deliveryFields = {
  day: { kind: 'day', required: true, help: 'day in JST, YYYY-MM-DD unless --date-format says otherwise' },
  hour: { kind: 'hour', required: false, help: 'hour in JST, 0 to 23' },
  campaign: { kind: 'name', required: true, help: 'campaign: its name, or its id' },
  ad: { kind: 'name', required: false, help: 'ad of that campaign: its name, or its id' },
  creative: { kind: 'name', required: false, help: 'creative (banner): its name, or its id' },
  frame: { kind: 'name', required: false, help: 'frame (slot, placement): its name, code or id; "#N/A" and the like mean unknown' },
  device: { kind: 'name', required: false, help: 'device, kept as written' },
  prefecture: { kind: 'name', required: false, help: 'prefecture: JIS code 01 to 47, or its name' },
  requests: { kind: 'count', required: false, help: 'ad requests' },
  imps: { kind: 'count', required: true, help: 'impressions' },
  measured: { kind: 'count', required: false, help: 'impressions whose viewability was measured' },
  viewable: { kind: 'count', required: false, help: 'viewable impressions' },
  clicks: { kind: 'count', required: false, help: 'clicks' },
  cv_click: { kind: 'count', required: false, help: 'conversions after a click' },
  cv_view: { kind: 'count', required: false, help: 'conversions after a view' },
  gross: { kind: 'money', required: true, help: 'what the advertiser pays, in yen' },
  media_cost: { kind: 'money', required: false, help: 'what the publisher is paid, in yen' },
} as const satisfies Record<string, DeliveryField>

export type DeliveryFieldName = keyof typeof deliveryFields

export const deliveryFieldNames = Object.keys(deliveryFields) as DeliveryFieldName[]

/** Where a field's value stands in the values of a row. */
export const fieldPlace = Object.fromEntries(deliveryFieldNames.map((name, place) => [name, place])) as Readonly<
  Record<DeliveryFieldName, number>
>

export function isDeliveryField(name: string): name is DeliveryFieldName {
  return Object.hasOwn(deliveryFields, name)
}
