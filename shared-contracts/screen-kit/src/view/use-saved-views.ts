import { useApiQuery, type ApiError } from '@adsite/api-client'
import { isBare, savedViewEndpoints, stateOf, viewParameter, type SavedView } from '@adsite/contract'
import { useEffect, useEffectEvent } from 'react'
import { useAddressQuery } from '../address/use-address-query.ts'

export interface SavedViewsState {
  /** The user's views and those shared in the account; empty until loaded. */
  readonly views: readonly SavedView[]
  /** Why there are no views. */
  readonly failure: { readonly error: ApiError; readonly retry: () => void } | null
  readonly current: SavedView | null
  /** Whether the URL differs from the current view. */
  readonly changed: boolean
  /** The state to save: that of the list in the URL. */
  readonly state: string
  /** True while the default view is about to open; the bare list should not be fetched then. */
  readonly opening: boolean
  /** Null: the list without any view. */
  readonly open: (view: SavedView | null) => void
  /** Marks a view as current whose state the URL shows, or did when it was saved; null: no view. */
  readonly name: (id: number | null) => void
}

/**
 * Saved views of a list whose state is in the URL (spec/domain "Saved views"). `list` is the group of its
 * endpoint, or `group.endpoint`; `parameters` are the URL parameters that form its state. A URL without any of
 * them opens the default view. Parameters in `kept` stay unchanged when a view opens.
 */
export function useSavedViews(list: string, parameters: readonly string[], kept: readonly string[] = []): SavedViewsState {
  const [search, setSearch] = useAddressQuery()
  const { data, error, refetch } = useApiQuery(savedViewEndpoints.list, { query: { resource: list } })
  const views = data?.data ?? []
  const state = stateOf(parameters, search)
  const current = views.find(({ id }) => String(id) === search.get(viewParameter)) ?? null
  const initial = isBare(parameters, search) ? views.find((view) => view.is_default) : undefined

  function addressOf(query: string, id: number | null, from: URLSearchParams): URLSearchParams {
    const next = new URLSearchParams(query)
    for (const name of kept) {
      const value = from.get(name)
      if (value !== null) next.set(name, value)
    }
    // Without a default view, the bare URL means the same.
    if (id !== null || views.some((view) => view.is_default)) next.set(viewParameter, String(id ?? 0))
    return next
  }

  const initialAddress = initial ? addressOf(initial.query, initial.id, search).toString() : null
  const openInitial = useEffectEvent((address: string) => setSearch(() => new URLSearchParams(address), { replace: true }))
  useEffect(() => {
    if (initialAddress !== null) openInitial(initialAddress)
  }, [initialAddress])

  return {
    views,
    failure: error && !data ? { error, retry: () => void refetch() } : null,
    current,
    changed: current !== null && stateOf(parameters, new URLSearchParams(current.query)) !== state,
    state,
    opening: initial !== undefined,
    open: (view) => setSearch((from) => addressOf(view?.query ?? '', view?.id ?? null, from)),
    name: (id) => setSearch((from) => addressOf(stateOf(parameters, from), id, from), { replace: true }),
  }
}
