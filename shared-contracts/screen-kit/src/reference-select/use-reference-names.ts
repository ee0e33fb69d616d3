import { useApiQuery } from '@adsite/api-client'
import { useRole } from '@adsite/auth'
import { referenceEndpoint } from '@adsite/contract'
import { mayChooseFrom } from './may-choose-from.ts'

/**
 * Fetches the names of records by id in one request. Ids without a name (deleted, out of scope) are absent, and
 * so are all ids for roles that may not use the select list.
 */
export function useReferenceNames(target: string | undefined, ids: readonly number[]): ReadonlyMap<number, string> {
  const wanted = [...new Set(ids)].toSorted((a, b) => a - b).slice(0, 100)
  const endpoint = referenceEndpoint(target)
  const allowed = mayChooseFrom(useRole(), target)
  const { data } = useApiQuery(endpoint, { query: { ids: wanted.join(',') } }, { enabled: allowed && wanted.length > 0 })
  return new Map(data?.data.map(({ id, name }) => [id, name]))
}
