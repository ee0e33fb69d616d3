import { dropEmpty } from '../field/list-query.ts'
import type { Endpoint } from './endpoint.ts'

interface AddressArguments {
  /** Values for the `{name}` parameters of the path. */
  readonly params?: Readonly<Record<string, string | number>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
}

/** Path and query of a call. Empty parameters are left out (spec/api "Empty parameters"). */
export function callAddress({ path: pattern }: Pick<Endpoint, 'path'>, { params, query }: AddressArguments = {}): string {
  const values = new Map(Object.entries(params ?? {}))
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const given: [string, string][] = Object.entries(dropEmpty({ ...query })).map(([name, value]) => [name, String(value)])
  const search = new URLSearchParams(given).toString()
  return search ? `${path}?${search}` : path
}
