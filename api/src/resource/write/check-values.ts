import { crossFieldErrors, htmlText, message, type AnyResource } from '@adsite/contract'
import type { Author } from '../../call/author.ts'
import type { Database } from '../../db/connect.ts'
import { brokenUnique } from '../../db/database-error.ts'
import { RequestError } from '../../error/request-error.ts'
import type { FieldMessages, NewRecord, ResourceMapping, StoredRecord } from '../mapping/resource-mapping.ts'
import { sanitiseHtml } from './sanitise-html.ts'

type Values = Readonly<Record<string, unknown>>

function refusalOf(faults: FieldMessages<AnyResource>): RequestError {
  const errors = Object.entries(faults).flatMap(([name, texts]) => (texts ? [[name, texts] as const] : []))
  return new RequestError('validation_failed', { errors: Object.fromEntries(errors) })
}

function throwFaults(faults: FieldMessages<AnyResource>): void {
  if (Object.keys(faults).length > 0) throw refusalOf(faults)
}

/** Runs the resource's checks against other records, for the record as it would be stored and as it is (null for a new one). */
export async function checkAgainstOthers(
  db: Database,
  author: Author,
  { validate }: ResourceMapping,
  values: NewRecord<AnyResource> & { readonly id?: number },
  current: StoredRecord<AnyResource> | null,
): Promise<void> {
  throwFaults((await validate?.(db, author, values, current)) ?? {})
}

export function checkTogether({ resource }: ResourceMapping, values: Values, before: Values | null): void {
  const faults: Record<string, string[]> = {}
  for (const { field, message: text } of crossFieldErrors(resource, values, before)) (faults[field] ??= []).push(text)
  throwFaults(faults)
}

/** What is given once is not replaced (contract, `Field.once`). */
export function checkOnce({ resource }: ResourceMapping, given: Values, current: Values): void {
  const replaced = Object.entries(resource.fields).filter(
    ([name, { once }]) => once && given[name] !== undefined && current[name] !== null && given[name] !== current[name],
  )
  throwFaults(Object.fromEntries(replaced.map(([name]) => [name, [message('create_only')]])))
}

/** Sanitises rich text (spec/quality "HTML"); a required field must still contain text afterwards. */
export function withSafeHtml({ resource }: ResourceMapping, values: Values): Values {
  const faults: Record<string, string[]> = {}
  const safe = Object.entries(values).map(([name, value]) => {
    const field = resource.fields[name]
    if (field?.kind !== 'html' || typeof value !== 'string') return [name, value] as const
    const html = sanitiseHtml(value)
    if (field.required && htmlText(html) === '') faults[name] = [message('required')]
    return [name, html] as const
  })
  throwFaults(faults)
  return Object.fromEntries(safe)
}

/** Maps a violated unique index or exclusion constraint to the field to blame. */
export function duplicateError(error: unknown, { unique, exclusive }: ResourceMapping): unknown {
  const broken = brokenUnique(error) ?? ''
  const field = unique?.[broken]
  const faults = field ? { [field]: [message('duplicate')] } : exclusive?.[broken]
  return faults ? refusalOf(faults) : error
}
