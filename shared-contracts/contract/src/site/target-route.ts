import type { RouteWith } from './route-name.ts'

/** Targets whose records have no page under the id that fields contain: pages of accounts use the id of the record of their kind, those of users stand below the kind of their account. */
export const pageless: readonly string[] = ['account', 'api_key', 'pg', 'release', 'session', 'user', 'webhook']

/** The page of a record that a field references. Fields name their target as data; a test verifies that each has a route. */
export function targetRoute(target: string | undefined): RouteWith<'id'> | null {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- fields name their target as data; a test knows that each has a route
  return target === undefined || pageless.includes(target) ? null : (`${target}.detail` as RouteWith<'id'>)
}
