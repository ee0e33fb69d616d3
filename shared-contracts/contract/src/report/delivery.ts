import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { sourceName } from '../entities/site/source-frame.ts'
import { advertiserSums, deliverySums } from '../entities/site/delivery-file.ts'

/** What one delivery file came to (spec/domain "Delivery files"). */
export const deliverySummary = v.object({
  source: v.string(),
  file_hash: v.string(),
  /** The file's record (`delivery_file`); null where its content was not even read. */
  file_id: v.nullable(v.number()),
  /** True when this source had handed in the same file before: nothing was added. */
  already_taken: v.boolean(),
  /** Why nothing was added, and what to do; null where something was. */
  nothing_added: v.nullable(v.string()),
  /** Lines that an earlier run of the same file had taken: they count once, as this run has read them. */
  rows_completed: v.number(),
  rows_read: v.number(),
  rows_taken: v.number(),
  rows_refused: v.number(),
  /** Rows that were taken although they look odd (more clicks than impressions …). */
  rows_odd: v.number(),
  /** Facts of earlier files of the source that this one took the place of. */
  rows_replaced: v.number(),
  /** Of the lines taken. */
  sums: deliverySums,
  /** The same by advertiser, the largest spend first. */
  advertisers: v.array(advertiserSums),
  /** Columns of the file that no field was mapped to: they were not read. */
  ignored_columns: v.array(v.string()),
  /** The first 100 refused lines; `line` counts from 1, the header included. */
  refused: v.array(v.object({ line: v.number(), reason: v.string() })),
})
export type DeliverySummary = v.InferOutput<typeof deliverySummary>

/** One delivery file over HTTP: bytes as it is sent and unpacked, its lines (empty ones count), and how many of them may be refused. The command line has no such limits. */
export const deliveryLimits = { bytes: 200_000_000, unpackedBytes: 1_000_000_000, lines: 5_000_000, refused: 100_000 } as const

export const deliveryEndpoints = {
  mappings: defineEndpoint({
    method: 'GET',
    path: '/api/delivery/mapping',
    kind: 'list',
    permission: 'delivery.import',
    summary: 'Mappings that were saved for sources, by source',
    response: v.object({ data: v.array(v.object({ source: v.string(), map: v.string() })) }),
    success: 200,
  }),
  import: defineEndpoint({
    method: 'POST',
    path: '/api/delivery',
    kind: 'create',
    permission: 'delivery.import',
    summary: 'Hand in a delivery file (CSV or NDJSON, also gzipped) as the request body',
    query: v.strictObject({
      /** Who hands it in: with the file hash the key that makes a second run harmless. */
      source: v.pipe(v.string(), v.regex(sourceName)),
      /** Whose delivery it is; absent: a column of the file says it (`advertiser`, `advertiser_id`). */
      advertiser_account_id: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/u))),
      /** As `pnpm ingest --map`, `date_format=…` included; absent: the header uses the names of the fields. */
      map: v.optional(v.pipe(v.string(), v.maxLength(2000))),
      /** `saved`: the mapping that was saved for the source, in place of `map`; `save`: once lines of the file are taken, `map` is saved for it. */
      mapping: v.optional(v.picklist(['saved', 'save'])),
      format: v.optional(v.picklist(['csv', 'ndjson'])),
      /** What the file is called, for the list of files. */
      name: v.optional(v.pipe(v.string(), v.maxLength(255))),
      /** Creates the campaigns, ads, creatives and slots that the file names and that are not registered. */
      create_missing: v.optional(v.picklist(['true', 'false'])),
      /** Yen for one unit of each other currency of the file: `USD=150.25,EUR=163`. */
      rate: v.optional(v.pipe(v.string(), v.maxLength(500))),
      /** `days`: the file takes the place of all that its source had handed in for the days of the lines that are taken. */
      replace: v.optional(v.picklist(['days'])),
    }),
    upload: ['text/csv', 'application/x-ndjson', 'application/gzip'],
    response: v.object({ data: deliverySummary }),
    success: 201,
    stale: ['/api'],
    job: { lane: 'long', bytes: deliveryLimits.bytes, seconds: 900 },
  }),
}
