import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { sourceName } from '../entities/site/source-frame.ts'
import { advertiserSums, deliverySums } from '../entities/site/delivery-file.ts'

/** The result of importing one delivery file (spec/domain "Delivery files"). */
export const deliverySummary = v.object({
  source: v.string(),
  file_hash: v.string(),
  /** Id of the file's record (`delivery_file`); null if its content was not read at all. */
  file_id: v.nullable(v.number()),
  /** True if nothing was added because this source had already submitted the same file, for the same advertiser. */
  already_taken: v.boolean(),
  /** Why nothing was added, and what to do; null if something was added. */
  nothing_added: v.nullable(v.string()),
  /** Lines already imported by an earlier run of the same file; they count once, as read by this run. */
  rows_completed: v.number(),
  rows_read: v.number(),
  rows_taken: v.number(),
  rows_refused: v.number(),
  /** Rows that were imported despite implausible values (such as more clicks than impressions). */
  rows_odd: v.number(),
  /** Facts from earlier files of the source that this file replaced. */
  rows_replaced: v.number(),
  /** Sums of the imported lines. */
  sums: deliverySums,
  /** Sums by advertiser, largest spend first. */
  advertisers: v.array(advertiserSums),
  /** Columns of the file that are not mapped to a field and were ignored. */
  ignored_columns: v.array(v.string()),
  /** The first 100 rejected lines; `line` counts from 1, including the header. */
  refused: v.array(v.object({ line: v.number(), reason: v.string() })),
})
export type DeliverySummary = v.InferOutput<typeof deliverySummary>

/**
 * Limits of one delivery file over HTTP: compressed and unpacked bytes, number of lines (including empty ones),
 * and number of rejected lines. The command line has no such limits.
 */
export const deliveryLimits = { bytes: 200_000_000, unpackedBytes: 1_000_000_000, lines: 5_000_000, refused: 100_000 } as const

/** The columns of a source's files, as saved with one of them (`import`, query `map`). */
const deliveryMapping = v.object({ source: v.string(), map: v.string() })
export type DeliveryMapping = v.InferOutput<typeof deliveryMapping>

export const deliveryEndpoints = {
  mappings: defineEndpoint({
    method: 'GET',
    path: '/api/delivery/mapping',
    label: { ja: '取込元ごとの列の対応の表示', en: 'View saved column mappings' },
    kind: 'list',
    permission: 'delivery.import',
    summary: 'Mappings that were saved for sources, by source',
    response: v.object({ data: v.array(deliveryMapping) }),
    success: 200,
  }),
  import: defineEndpoint({
    method: 'POST',
    path: '/api/delivery',
    label: { ja: '配信実績ファイルの取り込み', en: 'Import a delivery file' },
    kind: 'create',
    permission: 'delivery.import',
    summary: 'Hand in a delivery file (CSV or NDJSON, also gzipped) as the request body',
    query: v.strictObject({
      /** Name of the source; together with the file hash it makes a repeated import harmless. */
      source: v.pipe(v.string(), v.regex(sourceName)),
      /** The advertiser of all lines; absent: a column of the file specifies it (`advertiser`, `advertiser_id`). */
      advertiser_account_id: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/u))),
      /** Mapping in the format of `pnpm ingest --map`, including `date_format=…`; absent: the header uses the field names. */
      map: v.optional(v.pipe(v.string(), v.maxLength(2000))),
      /**
       * `saved`: uses the mapping saved for the source instead of `map`; `save`: saves `map` for the source once lines
       * of the file are imported.
       */
      mapping: v.optional(v.picklist(['saved', 'save'])),
      format: v.optional(v.picklist(['csv', 'ndjson'])),
      /** File name for the list of files. */
      name: v.optional(v.pipe(v.string(), v.maxLength(255))),
      /** Creates campaigns, ads, creatives and slots that the file names but that do not exist. */
      create_missing: v.optional(v.picklist(['true', 'false'])),
      /** Yen per unit of each foreign currency in the file: `USD=150.25,EUR=163`. */
      rate: v.optional(v.pipe(v.string(), v.maxLength(500))),
      /** `days`: the file replaces everything its source submitted for the days of the imported lines. */
      replace: v.optional(v.picklist(['days'])),
    }),
    upload: ['text/csv', 'application/x-ndjson', 'application/gzip'],
    response: v.object({ data: deliverySummary }),
    success: 201,
    stale: ['/api'],
    job: { lane: 'long', bytes: deliveryLimits.bytes, seconds: 900 },
  }),
}
