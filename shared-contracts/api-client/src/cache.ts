import { isObject, type Endpoint } from '@adsite/contract'
import { notifyManager, QueryClient, type Query } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Server errors and lost connections are retried; other API errors are final. */
function worthRetrying(failures: number, error: unknown): boolean {
  return failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502)
}

/** How long an answer counts as current (milliseconds). */
export const currentFor = 15_000

/** The site's only query cache; the shell clears it when the account changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network, calls fail and say so; by default they wait for one without a word, and what they read looks as if it loads.
    queries: { staleTime: currentFor, retry: worthRetrying, refetchOnWindowFocus: false, networkMode: 'always', refetchOnReconnect: true },
    mutations: { networkMode: 'always' },
  },
})

/** Whether a path is `root` or below it, by whole segments: `/api/ad/{id}` is below `/api/ad`, `/api/advertisement` is not. */
export const isBelow = (path: string, root: string) => `${path}/`.startsWith(`${root}/`)

/** Whether a cached query (its key: `apiKey`) asks for the record that a call has deleted. */
function asksForDeleted({ queryKey: [, path, params] }: Query, { method, path: deleted }: Endpoint, id: unknown): boolean {
  return (
    method === 'DELETE' && id !== undefined && isBelow(String(path), deleted) && isObject(params) && String(params['id']) === String(id)
  )
}

let refreshing: Promise<unknown> = Promise.resolve()

/**
 * Marks what a call makes stale (contract, `Endpoint.stale`), and reads again what of it is on the page. `call` does so
 * after each success; a screen does after a refusal that tells it that somebody else was faster.
 */
export function refresh(endpoint: Endpoint, params: Readonly<Record<string, string | number>> = {}): void {
  const { stale = [] } = endpoint
  const isStale = (query: Query) => stale.some((root) => isBelow(String(query.queryKey[1]), root))
  // A record that is gone is not asked for again: its page is about to be left.
  const isDeleted = (query: Query) => asksForDeleted(query, endpoint, params['id'])
  // A first answer on its way may be from before the call, and a query without data is not asked again while it waits for one.
  const mayBeOld = (query: Query) => isStale(query) && !isDeleted(query) && query.state.data === undefined && query.isActive()
  refreshing = queryClient
    .cancelQueries({ predicate: mayBeOld, fetchStatus: 'fetching' })
    .then(() =>
      Promise.all([
        queryClient.invalidateQueries({ predicate: (query) => isStale(query) && !isDeleted(query) }),
        queryClient.invalidateQueries({ predicate: (query) => isStale(query) && isDeleted(query), refetchType: 'none' }),
      ]),
    )
}

/** Resolves when the page shows what the last write has changed. */
export async function refreshed(): Promise<void> {
  await refreshing
  // Screens are told of an answer only after its promise has been fulfilled.
  await new Promise<void>((resolve) => notifyManager.schedule(resolve))
}
