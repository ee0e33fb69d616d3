import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { callLabel } from './call-label.ts'
import { csvEncodingParameter, csvTypes, localeParameter } from './export.ts'
import { freshWrite } from './fresh-writes.ts'
import { staleAfterWrite, type AnyResource } from './resource.ts'
import { message } from '../text/message.ts'
import type { Text } from '../text/text.ts'

/**
 * Limits of one import, which is one transaction: lines (including empty ones), characters per line, columns,
 * bytes, and the errors and rows returned.
 */
export const importLimits = { lines: 5_000, line: 1_000_000, columns: 200, bytes: 10_000_000, errors: 1_000, rows: 1_000 } as const

/** Header of the reason column in the file of rejected lines; an import ignores this column. */
export const importErrorColumn: Text = { ja: '取り込めない理由', en: 'Why it was refused' }

/** An error in an import file. `line` counts from 1, including the header; `field` is null if the error concerns the whole line. */
export const importError = v.object({
  line: v.number(),
  field: v.nullable(v.string()),
  /** The column name in the file. */
  column: v.nullable(v.string()),
  message: v.string(),
})
export type ImportError = v.InferOutput<typeof importError>

/** A field value set by a line; `before` is null if there was none, such as in a new record. */
export const importChange = v.object({ field: v.string(), before: v.unknown(), after: v.unknown() })

/** A line that creates or changes a record, and its changes. */
export const importRow = v.object({
  line: v.number(),
  outcome: v.picklist(['create', 'update']),
  /** The record's name before the change. */
  name: v.string(),
  changes: v.array(importChange),
  /** Fields of `changes` that wait for an approval instead of changing at once; absent in older answers. */
  held: v.optional(v.array(v.string())),
})
export type ImportRow = v.InferOutput<typeof importRow>

/** An import of the same file by the same account that created records. */
export const earlierImport = v.object({
  at: v.string(),
  /** The user who made it; null if it is not known. */
  by: v.nullable(v.string()),
  /** How many records it created. */
  created: v.number(),
})
export type EarlierImport = v.InferOutput<typeof earlierImport>

export const importResult = v.object({
  /** True: the changes in `rows` were made. False: nothing was changed, because it was not requested or a line has an error. */
  committed: v.boolean(),
  /** Number of lines by result; each line counts once. */
  create: v.number(),
  update: v.number(),
  /** Lines counted in `update` with fields that wait for an approval (`ImportRow.held`); absent in older answers. */
  held: v.optional(v.number()),
  unchanged: v.number(),
  /** Lines whose version is outdated. */
  conflict: v.number(),
  /** Stands for the records that the lines name as they were read, and for `earlier`; absent in older answers. */
  checked: v.optional(v.string()),
  /** The last import of the file before this call; null if there was none that created records; absent in older answers. */
  earlier: v.optional(v.nullable(earlierImport)),
  /** Nothing was changed, because records have changed, or the file has been imported, since the check that the call named by `checked`. */
  outdated: v.optional(v.boolean()),
  /** Lines with any other error. */
  refused: v.number(),
  /** Up to 1,000 lines that create or change a record, in file order. */
  rows: v.array(importRow),
  /** Warnings, which do not prevent the import of a line; at most 1,000. */
  warnings: v.array(importError),
  /** The rejected lines as a CSV file with the reasons; null if there are none. */
  refused_file: v.nullable(v.string()),
  /** At most 1,000, in file order. */
  errors: v.array(importError),
  error_count: v.number(),
  /** Columns ignored because only the server sets them. */
  ignored: v.array(v.string()),
  /** The entry in the history that it made (`undoEndpoint`); null if nothing was committed. */
  change: v.optional(v.nullable(v.number())),
})
export type ImportResult = v.InferOutput<typeof importResult>

/**
 * Imports records from a CSV file (UTF-8 or Shift_JIS) in the format of the export: headers are labels or field
 * names; a line with an ID updates that record (its version, if given, must be current), a line without one
 * creates a record. Missing columns leave fields unchanged. All lines or none are imported, unless
 * `partial=true` requests the valid ones only. With `checked` of an earlier answer, nothing is imported if one of its
 * records has changed since, or the file has been imported.
 */
export function importEndpoints(resource: AnyResource) {
  const { name, path, permissions } = resource
  if (!permissions.create || !permissions.update) throw new Error(`Resource "${name}" is imported but nobody may write it`)
  return {
    import: defineEndpoint({
      method: 'POST',
      path: `${path}/import`,
      label: callLabel.import(resource),
      kind: 'change',
      permission: permissions.create,
      ...freshWrite(resource, 'import'),
      summary: `Create and change ${name} records from a CSV file; without commit=true only what it would do, with partial=true the lines without errors`,
      query: v.strictObject({
        commit: v.optional(v.picklist(['true', 'false'])),
        partial: v.optional(v.picklist(['true', 'false'])),
        checked: v.optional(v.pipe(v.string(), v.regex(/^[\da-f]{64}$/u, message('invalid')))),
      }),
      upload: ['text/csv'],
      response: v.object({ data: importResult }),
      success: 200,
      stale: staleAfterWrite(resource),
      slow: true,
      job: { lane: 'long', bytes: importLimits.bytes, seconds: 120, commits: true },
      errors: ['in_flight'],
    }),
    import_template: defineEndpoint({
      method: 'GET',
      path: `${path}/import_template`,
      label: callLabel.importTemplate(resource),
      kind: 'get',
      permission: permissions.create,
      summary: `The header line of a CSV file of ${name} records`,
      query: v.strictObject({ encoding: csvEncodingParameter, locale: localeParameter }),
      download: [csvTypes.utf8, csvTypes.sjis],
      success: 200,
    }),
  }
}
