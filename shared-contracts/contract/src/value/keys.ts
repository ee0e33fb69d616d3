import * as v from 'valibot'
import { required } from './required.ts'

/** The items as a tuple that has a first one, as picklists need it. Throws for an empty list. */
export function nonEmpty<T>(items: readonly T[]): [T, ...T[]] {
  const [first, ...others] = items
  return [required(first, 'a first item'), ...others]
}

/** The keys of a record, typed. Declarations in this package have no keys beside those of their type. */
export function keysOf<T extends object>(table: T): [keyof T & string, ...(keyof T & string)[]] {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- Object.keys does not type its result
  return nonEmpty(Object.keys(table) as (keyof T & string)[])
}

/** Narrows a name to the keys of a record. */
export function isKeyOf<T extends object>(table: T, name: PropertyKey): name is keyof T {
  return Object.hasOwn(table, name)
}

/** Narrows a value to a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A record with a value for each key; `index` counts the keys from 0. */
export function recordOf<K extends string, V>(keys: readonly K[], valueOf: (key: K, index: number) => V): Record<K, V> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- Object.fromEntries does not keep the names
  return Object.fromEntries(keys.map((key, index) => [key, valueOf(key, index)])) as Record<K, V>
}

/**
 * States the type of a schema whose entries are computed at run time, from the fields of a resource for example.
 * TypeScript cannot infer it from them, so this is the one place that asserts it.
 */
// oxlint-disable-next-line typescript/consistent-type-assertions -- see above
export const schemaOf = <T>(schema: v.GenericSchema<unknown, unknown>): v.GenericSchema<T> => schema as v.GenericSchema<T>
