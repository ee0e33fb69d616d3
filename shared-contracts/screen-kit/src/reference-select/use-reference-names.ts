import { useApiQuery } from '@adsite/api-client'
import { referenceEndpoint } from '@adsite/contract'

/** Names of records by id, asked for at once; an id without a name (gone, or outside the scope) is absent. */
export function useReferenceNames(target: string | undefined, ids: readonly number[]): ReadonlyMap<number, string> {
  const wanted = [...new Set(ids)].toSorted((a, b) => a - b).slice(0, 100)
  const { data } = useApiQuery(referenceEndpoint(target), { query: { ids: wanted.join(',') } }, { enabled: wanted.length > 0 })
  return new Map(data?.data.map(({ id, name }) => [id, name]))
}
