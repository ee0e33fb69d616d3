import type { ListParameters } from './resource-endpoints.ts'

/** The search part of an address, without the question mark. */
export function searchOf(query: ListParameters): string {
  return new URLSearchParams(Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))).toString()
}
