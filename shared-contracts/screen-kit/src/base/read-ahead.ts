import { apiKey, call, queryClient, type CallArguments } from '@adsite/api-client'
import type { Endpoint, EndpointResponse } from '@adsite/contract'

/** Asks for what `useApiQuery` will ask for with the same arguments, unless that is known and new. Rejects with ApiError. */
export function readAhead<E extends Endpoint>(
  endpoint: E,
  args: Pick<CallArguments<E>, 'params' | 'query'> = {},
): Promise<EndpointResponse<E>> {
  return queryClient.fetchQuery({
    queryKey: apiKey(endpoint, args),
    queryFn: ({ signal }) => call(endpoint, { ...args, signal }),
  })
}
