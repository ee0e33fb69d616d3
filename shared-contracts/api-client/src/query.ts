import type { Endpoint, EndpointResponse } from '@adsite/contract'
import { keepPreviousData, useMutation, useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from './api-error.ts'
import { activeAccount, call, type CallArguments } from './call.ts'

/** Cache key of a call. It starts with the account so that no account reads another's data. */
export function apiKey<E extends Endpoint>(endpoint: E, args: Pick<CallArguments<E>, 'params' | 'query'> = {}): readonly unknown[] {
  return [activeAccount(), endpoint.path, args.params ?? null, args.query ?? null]
}

interface QueryOptions {
  readonly enabled?: boolean
  /** Keep showing the previous data while the next page or filter loads. */
  readonly keepPrevious?: boolean
  /** Refetch interval in milliseconds; active only while the page is visible. Only the first read keeps the session alive. */
  readonly readEvery?: number
}

export function useApiQuery<E extends Endpoint>(
  endpoint: E,
  args: Pick<CallArguments<E>, 'params' | 'query'> = {},
  { enabled = true, keepPrevious = false, readEvery }: QueryOptions = {},
): UseQueryResult<EndpointResponse<E>, ApiError> {
  return useQuery<EndpointResponse<E>, ApiError>({
    queryKey: apiKey(endpoint, args),
    queryFn: ({ signal, client, queryKey }) => {
      const background = readEvery !== undefined && client.getQueryData(queryKey) !== undefined
      return call(endpoint, { ...args, signal, background })
    },
    enabled,
    ...(readEvery === undefined ? {} : { refetchInterval: readEvery }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

/** A write; what it makes stale is read again (`call`). */
export function useApiMutation<E extends Endpoint>(endpoint: E): UseMutationResult<EndpointResponse<E>, ApiError, CallArguments<E>> {
  return useMutation<EndpointResponse<E>, ApiError, CallArguments<E>>({ mutationFn: (args) => call(endpoint, args) })
}
