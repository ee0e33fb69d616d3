import { apiKey, call, queryClient, type CallArguments } from '@adsite/api-client'
import type { Endpoint, EndpointResponse } from '@adsite/contract'

/** Prefetches the query that `useApiQuery` makes with the same arguments, unless it is cached and fresh. Rejects with ApiError. */
export function readAhead<E extends Endpoint>(
  endpoint: E,
  args: Pick<CallArguments<E>, 'params' | 'query'> = {},
): Promise<EndpointResponse<E>> {
  return queryClient.fetchQuery({
    queryKey: apiKey(endpoint, args),
    queryFn: ({ signal }) => call(endpoint, { ...args, signal }),
  })
}
