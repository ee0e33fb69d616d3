import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'

/** What one delivery file came to (DOMAIN "Delivery input"). Money sums are decimal strings. */
export const deliverySummary = v.object({
  source: v.string(),
  file_hash: v.string(),
  /** True when this source had handed in the same file before: nothing was added. */
  already_taken: v.boolean(),
  rows_read: v.number(),
  rows_taken: v.number(),
  rows_refused: v.number(),
  /** Rows that were taken although they look odd (more clicks than impressions …). */
  rows_odd: v.number(),
  /** Facts of earlier files of the source that this one took the place of. */
  rows_replaced: v.number(),
  sums: v.object({
    imps: v.number(),
    clicks: v.number(),
    conversions: v.number(),
    gross: v.string(),
    media_cost: v.string(),
  }),
  /** The first 100 refused lines; `line` counts from 1, the header included. */
  refused: v.array(v.object({ line: v.number(), reason: v.string() })),
})
export type DeliverySummary = v.InferOutput<typeof deliverySummary>

export const deliveryEndpoints = {
  import: defineEndpoint({
    method: 'POST',
    path: '/api/delivery',
    kind: 'create',
    permission: 'delivery.import',
    summary: 'Hand in a delivery file (CSV or NDJSON, also gzipped) as the request body',
    query: v.strictObject({
      /** Who hands it in: with the file hash the key that makes a second run harmless. */
      source: v.pipe(v.string(), v.regex(/^[\w.-]{1,100}$/u)),
      advertiser_account_id: v.pipe(v.string(), v.regex(/^\d{1,15}$/u)),
      /** As `pnpm ingest --map`, `date_format=…` included; absent: the header uses the names of the fields. */
      map: v.optional(v.pipe(v.string(), v.maxLength(2000))),
      format: v.optional(v.picklist(['csv', 'ndjson'])),
      /** `days`: the file takes the place of all that its source had handed in for its days; with a refused line nothing is taken. */
      replace: v.optional(v.picklist(['days'])),
    }),
    upload: ['text/csv', 'application/x-ndjson', 'application/gzip'],
    response: v.object({ data: deliverySummary }),
    success: 201,
  }),
}
