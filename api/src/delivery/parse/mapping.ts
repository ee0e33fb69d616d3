import { deliveryFieldNames, isDeliveryField, mappingParts, missingDeliveryFields, type DeliveryFieldName } from '@adsite/contract'
import { DeliveryError } from '../error/delivery-error.ts'

/** A value composed of literal text and columns; usually a single column. */
export type Template = readonly ({ readonly text: string } | { readonly column: string })[]

export interface Mapping {
  readonly templates: ReadonlyMap<DeliveryFieldName, Template>
  /** dayjs format of `day`. */
  readonly dateFormat: string
}

/** A file with one of these fields may contain several advertisers. */
export const advertiserFields = ['advertiser', 'advertiser_id'] as const

export const defaultDateFormat = 'YYYY-MM-DD'

function parseTemplate(text: string, part: string): Template {
  if (!/[{}]/u.test(text)) return [{ column: text }]
  const pieces = [...text.matchAll(/\{([^{}]+)\}|([^{}]+)/gu)]
  if (pieces.reduce((length, piece) => length + piece[0].length, 0) !== text.length) throw new DeliveryError('map', 'map_syntax', { part })
  return pieces.map(([, column, literal = '']) => (column === undefined ? { text: literal } : { column: column.trim() }))
}

function checkedDateFormat(format: string): string {
  if (!/Y/u.test(format) || !/M/u.test(format) || !/D/u.test(format)) throw new DeliveryError('map', 'date_format', { format })
  return format
}

/**
 * Parses a mapping: `field=column` pairs separated by commas. A value with braces combines columns (`day=2020
 * {month} {day}`), and `date_format=YYYY MMMM D` gives the format of days. An empty text returns null: the
 * file's header uses our field names.
 */
export function parseMapping(text: string): Mapping | { dateFormat: string; templates: null } {
  const templates = new Map<DeliveryFieldName, Template>()
  let dateFormat: string | undefined
  for (const part of mappingParts(text)) {
    const [, field = '', value = ''] = /^\s*([A-Za-z_]+)\s*=\s*(\S[\s\S]*)$/u.exec(part) ?? []
    if (!field) throw new DeliveryError('map', 'map_syntax', { part: part.trim() })
    if (field === 'date_format') {
      if (dateFormat !== undefined) throw new DeliveryError('map', 'map_twice', { field })
      dateFormat = checkedDateFormat(value.trim())
      continue
    }
    if (!isDeliveryField(field)) throw new DeliveryError('map', 'map_field', { field, fields: deliveryFieldNames.join(', ') })
    if (templates.has(field)) throw new DeliveryError('map', 'map_twice', { field })
    templates.set(field, parseTemplate(value.trim(), part.trim()))
  }
  if (templates.size === 0) return { templates: null, dateFormat: dateFormat ?? defaultDateFormat }
  const missing = missingDeliveryFields((name) => templates.has(name))
  if (missing.length > 0) throw new DeliveryError('map', 'map_missing', { fields: missing.join(', ') })
  return { templates, dateFormat: dateFormat ?? defaultDateFormat }
}

/** The mapping of a file whose columns carry our field names; other columns are ignored. */
export function mappingOfHeader(header: readonly string[], dateFormat: string): Mapping {
  const templates = new Map<DeliveryFieldName, Template>()
  const missing = missingDeliveryFields((name) => header.includes(name))
  for (const name of deliveryFieldNames) {
    if (missing.includes(name) || header.includes(name)) templates.set(name, [{ column: name }])
  }
  return { templates, dateFormat }
}

/** All columns that a mapping names. */
export function mappedColumns({ templates }: Mapping, which: (field: DeliveryFieldName) => boolean = () => true): string[] {
  const columns = [...templates]
    .filter(([field]) => which(field))
    .flatMap(([, template]) => template.flatMap((piece) => ('column' in piece ? [piece.column] : [])))
  return [...new Set(columns)]
}

/** Fills a template from the values of columns. */
export function fillTemplate(template: Template, value: (column: string) => string): string {
  return template.map((piece) => ('column' in piece ? value(piece.column) : piece.text)).join('')
}
