import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { csvEncodingParameter, csvTypes, localeParameter } from './export.ts'
import { staleAfterWrite, type AnyResource } from './resource.ts'
import type { Text } from '../text/text.ts'

/** Of one import, which is one transaction: its lines (empty ones count), characters of a line, columns, bytes, and the errors and rows that are listed. */
export const importLimits = { lines: 5_000, line: 1_000_000, columns: 200, bytes: 10_000_000, errors: 1_000, rows: 1_000 } as const

/** Heads the column that the file of refused lines has in addition; an import passes over it. */
export const importErrorColumn: Text = { ja: '取り込めない理由', en: 'Why it was refused' }

/** One thing that is wrong in a file. `line` counts from 1, the header included; `field` null: the line as a whole. */
export const importError = v.object({
  line: v.number(),
  field: v.nullable(v.string()),
  /** What the file calls the column. */
  column: v.nullable(v.string()),
  message: v.string(),
})
export type ImportError = v.InferOutput<typeof importError>

/** One value that a line gives a field; `before` null where there was none, as in a new record. */
export const importChange = v.object({ field: v.string(), before: v.unknown(), after: v.unknown() })

/** A line that creates or changes a record, and what of it. */
export const importRow = v.object({
  line: v.number(),
  outcome: v.picklist(['create', 'update']),
  /** What the record is called, before a change of that. */
  name: v.string(),
  changes: v.array(importChange),
})
export type ImportRow = v.InferOutput<typeof importRow>

export const importResult = v.object({
  /** True: the lines in `rows` are done. False: nothing was changed, because it was not asked for or a line has an error. */
  committed: v.boolean(),
  /** Lines by what becomes of them; each is counted once. */
  create: v.number(),
  update: v.number(),
  unchanged: v.number(),
  /** Lines whose version is no longer the current one. */
  conflict: v.number(),
  /** Lines with any other error. */
  refused: v.number(),
  /** At most 1,000 of the lines that create or change something, in the order of the file. */
  rows: v.array(importRow),
  /** What may be wrong, and does not keep a line from being taken; at most 1,000. */
  warnings: v.array(importError),
  /** The lines that are not taken as a CSV file of their own, with the reasons; null where there are none. */
  refused_file: v.nullable(v.string()),
  /** At most 1,000, in the order of the file. */
  errors: v.array(importError),
  error_count: v.number(),
  /** Columns of the file that are not taken, because only the site sets them. */
  ignored: v.array(v.string()),
})
export type ImportResult = v.InferOutput<typeof importResult>

/**
 * Records from a CSV file (UTF-8 or Shift_JIS), as the export writes it: headers are labels or names of fields; a line
 * with an ID changes that record (its version, when given, must still be the current one), one without creates
 * a record. Columns that are not there leave fields alone. All lines or none, unless `partial=true` asks for the good ones.
 */
export function importEndpoints(resource: AnyResource) {
  const { name, path, permissions } = resource
  if (!permissions.create || !permissions.update) throw new Error(`Resource "${name}" is imported but nobody may write it`)
  return {
    import: defineEndpoint({
      method: 'POST',
      path: `${path}/import`,
      kind: 'change',
      permission: permissions.create,
      summary: `Create and change ${name} records from a CSV file; without commit=true only what it would do, with partial=true the lines without errors`,
      query: v.strictObject({ commit: v.optional(v.picklist(['true', 'false'])), partial: v.optional(v.picklist(['true', 'false'])) }),
      upload: ['text/csv'],
      response: v.object({ data: importResult }),
      success: 200,
      stale: staleAfterWrite(resource),
      slow: true,
      job: { lane: 'long', bytes: importLimits.bytes, seconds: 120 },
      errors: ['in_flight'],
    }),
    import_template: defineEndpoint({
      method: 'GET',
      path: `${path}/import_template`,
      kind: 'get',
      permission: permissions.create,
      summary: `The header line of a CSV file of ${name} records`,
      query: v.strictObject({ encoding: csvEncodingParameter, locale: localeParameter }),
      download: [csvTypes.utf8, csvTypes.sjis],
      success: 200,
    }),
  }
}
