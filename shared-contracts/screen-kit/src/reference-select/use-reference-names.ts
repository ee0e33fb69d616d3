import { apiKey, call } from '@adsite/api-client'
import { useRole } from '@adsite/auth'
import { referenceEndpoint, type selectEndpoint } from '@adsite/contract'
import { useQuery } from '@tanstack/react-query'
import { mayChooseFrom } from './may-choose-from.ts'
import { useKnownNames } from './RecordNames.tsx'

/** How many ids a select list names at a time (contract, `selectQuery`). */
const limit = 100

interface Names {
  readonly names: ReadonlyMap<number, string>
  readonly isLoading: boolean
}

/** Fetches the names of records by id from a select list. Ids without a name (deleted, out of scope) are absent. */
export function useNames(endpoint: ReturnType<typeof selectEndpoint>, ids: readonly number[]): Names {
  const wanted = [...new Set(ids)].toSorted((a, b) => a - b)
  const groups = Array.from({ length: Math.ceil(wanted.length / limit) }, (_, index) => wanted.slice(index * limit, (index + 1) * limit))
  const { data, isLoading } = useQuery({
    queryKey: apiKey(endpoint, { query: { ids: wanted.join(',') } }),
    // The one answer that the key stands for, also in areas and pages that ask for these ids in one call.
    queryFn: async ({ signal }) => {
      const answers = await Promise.all(groups.map((group) => call(endpoint, { query: { ids: group.join(',') }, signal })))
      return { data: answers.flatMap((answer) => answer.data) }
    },
    enabled: wanted.length > 0,
  })
  return { names: new Map(data?.data.map(({ id, name }) => [id, name] as const)), isLoading }
}

/** The names of the records that a field refers to; for roles that may not use the select list, only those that the record of the page names. */
export function useReferenceNames(target: string | undefined, ids: readonly number[]): ReadonlyMap<number, string> {
  const allowed = mayChooseFrom(useRole(), target)
  const known = useKnownNames(target) ?? new Map<number, string>()
  const { names } = useNames(referenceEndpoint(target), allowed ? ids.filter((id) => !known.has(id)) : [])
  return new Map([...known, ...names])
}
