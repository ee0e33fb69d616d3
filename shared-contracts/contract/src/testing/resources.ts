import * as contract from '../index.ts'
import type { AnyResource } from '../index.ts'

const isResource = (value: unknown): value is AnyResource =>
  typeof value === 'object' && value !== null && 'fields' in value && 'sections' in value && 'permissions' in value

/** Every resource the contract exports, directly or in a record by kind, detected by its shape. */
export const allResources: readonly AnyResource[] = [
  ...new Set(
    Object.values<unknown>(contract).flatMap((value) => (isResource(value) ? [value] : Object.values(value ?? {}).filter(isResource))),
  ),
]
