import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { csvEncodingParameter, csvTypes, localeParameter } from './export.ts'
import type { AnyResource } from './resource.ts'

/** Lines of one import, and its size: it is one transaction. */
export const importLimits = { lines: 5_000, bytes: 10_000_000, errors: 1_000 } as const

/** One thing that is wrong in a file. `line` counts from 1, the header included; `field` null: the line as a whole. */
export const importError = v.object({
  line: v.number(),
  field: v.nullable(v.string()),
  /** What the file calls the column. */
  column: v.nullable(v.string()),
  message: v.string(),
})
export type ImportError = v.InferOutput<typeof importError>

export const importResult = v.object({
  /** True: it is done. False: nothing was changed, because it was not asked for or a line has an error. */
  committed: v.boolean(),
  create: v.number(),
  update: v.number(),
  unchanged: v.number(),
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
 * a record. Columns that are not there leave fields alone. All lines or none.
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
      summary: `Create and change ${name} records from a CSV file; without commit=true only what it would do`,
      query: v.strictObject({ commit: v.optional(v.picklist(['true', 'false'])) }),
      upload: ['text/csv'],
      response: v.object({ data: importResult }),
      success: 200,
      slow: true,
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
