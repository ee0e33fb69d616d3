import * as v from 'valibot'
import { defineEndpoint, type Job } from '../endpoint/endpoint.ts'
import { compareParameter, selectionParameters, sortParameter } from '../field/list-query.ts'
import { callLabel } from './call-label.ts'
import type { AnyResource } from './resource.ts'
import { locales } from '../text/text.ts'
import { message } from '../text/message.ts'
import { isKeyOf } from '../value/keys.ts'

/** File formats of a list export. */
export const exportFormats = ['csv', 'xlsx'] as const
/** CSV encodings; UTF-8 includes a BOM. Characters missing in Shift_JIS become 〓. */
export const csvEncodings = ['utf8', 'sjis'] as const

export const csvTypes = { utf8: 'text/csv; charset=utf-8', sjis: 'text/csv; charset=Shift_JIS' } as const
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const csvEncodingParameter = v.optional(v.picklist(csvEncodings, message('choice')))
export const localeParameter = v.optional(v.picklist(locales, message('choice')))

/** Resource limits for exporting a list or report as a file. */
export const fileJob: Job = { lane: 'long', bytes: 1_000_000_000, seconds: 600 }

/**
 * A link cannot send custom headers: `locale` is the language of labels, `account_id` the account that the page
 * shows (rejected if the session has switched accounts).
 */
export const linkParameters = {
  locale: localeParameter,
  account_id: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/u, message('invalid')))),
}

/** What a link to the file of a list has besides the list's own parameters. */
const fileParameters = {
  format: v.optional(v.picklist(exportFormats, message('choice'))),
  encoding: csvEncodingParameter,
  columns: v.optional(v.pipe(v.string(), v.regex(/^[a-z\d_]+(,[a-z\d_]+)*$/u, message('invalid')))),
  ...linkParameters,
}

const filterPrefix = 'filter_'

/**
 * A list's parameters by their names in a link to its file. A filter by the account or the language of records is `filter_account_id`
 * or `filter_locale` there, because the link has `account_id` and `locale` for itself (`linkParameters`).
 */
export function inFileLink<T>(parameters: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [isKeyOf(fileParameters, name) ? `${filterPrefix}${name}` : name, value]),
  )
}

/** The list's parameters in the query of a link to its file: the reverse of {@link inFileLink}. */
export function outOfFileLink<T>(query: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      isKeyOf(fileParameters, name) ? [] : [[name.startsWith(filterPrefix) ? name.slice(filterPrefix.length) : name, value]],
    ),
  )
}

/**
 * Exports all records matching a list's search and filters (`inFileLink`) as a file: `GET {path}/export`. `columns`: names in order
 * (`recordColumn`); `compare`: the former figure and the change beside each figure.
 */
export function exportEndpoint(resource: AnyResource) {
  return defineEndpoint({
    method: 'GET',
    path: `${resource.path}/export`,
    label: callLabel.export(resource),
    kind: 'list',
    permission: resource.permissions.list,
    summary: `All matching ${resource.name} records as CSV (UTF-8 with BOM, Shift_JIS) or xlsx, streamed`,
    query: v.strictObject({
      ...inFileLink(selectionParameters(resource)),
      sort: sortParameter(resource),
      ...compareParameter(resource),
      ...fileParameters,
    }),
    event: 'export',
    download: [csvTypes.utf8, csvTypes.sjis, xlsxType],
    success: 200,
    job: fileJob,
  })
}
