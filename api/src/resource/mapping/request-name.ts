import type { Locale } from '@adsite/contract'
import { mappingOf } from './resource-mapping.ts'

/** What a request is about, in its reader's language: the name that was stored, or the kind of a new record that has no name yet. */
export function requestName({ entity, name }: { readonly entity: string; readonly name: string }, locale: Locale): string {
  return name === '' ? (mappingOf(entity)?.resource.label[locale] ?? entity) : name
}
