import type { Endpoint, EndpointResponse } from '@adsite/contract'
import { keepPreviousData, QueryClient, useMutation, useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { activeAccount, call, type CallArguments } from './call.ts'

/** Server errors and lost connections are tried again; refusals are final. */
function worthRetrying(failures: number, error: unknown): boolean {
  return failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502)
}

/** The one cache of the site; the shell empties it when the account changes. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 15_000, retry: worthRetrying, refetchOnWindowFocus: false } },
})

/** Cache key of a call: always under the account, so that no account ever reads another's data. */
export function apiKey<E extends Endpoint>(endpoint: E, args: Pick<CallArguments<E>, 'params' | 'query'> = {}): readonly unknown[] {
  return [activeAccount(), endpoint.path, args.params ?? null, args.query ?? null]
}

interface QueryOptions {
  readonly enabled?: boolean
  /** Keep showing the last answer while the next one loads (paging, filters). */
  readonly keepPrevious?: boolean
  /** Reads again after so many milliseconds, as long as the page is looked at. */
  readonly readEvery?: number
}

export function useApiQuery<E extends Endpoint>(
  endpoint: E,
  args: Pick<CallArguments<E>, 'params' | 'query'> = {},
  { enabled = true, keepPrevious = false, readEvery }: QueryOptions = {},
): UseQueryResult<EndpointResponse<E>, ApiError> {
  return useQuery<EndpointResponse<E>, ApiError>({
    queryKey: apiKey(endpoint, args),
    queryFn: ({ signal }) => call(endpoint, { ...args, signal }),
    enabled,
    ...(readEvery === undefined ? {} : { refetchInterval: readEvery }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

/** A write; on success everything read from the paths in `invalidates` is read again. */
export function useApiMutation<E extends Endpoint>(
  endpoint: E,
  { invalidates = [] }: { invalidates?: readonly string[] } = {},
): UseMutationResult<EndpointResponse<E>, ApiError, CallArguments<E>> {
  return useMutation<EndpointResponse<E>, ApiError, CallArguments<E>>({
    mutationFn: (args) => call(endpoint, args),
    onSuccess: () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey }) => invalidates.some((path) => String(queryKey[1]).startsWith(path)),
      }),
  })
}
