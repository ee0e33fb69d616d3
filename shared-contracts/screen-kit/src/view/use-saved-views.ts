import { useApiQuery } from '@adsite/api-client'
import { savedViewEndpoints, type SavedView } from '@adsite/contract'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

/** The parameter that names the view in use; `0` is none, also where one is opened by default. */
export const viewParameter = 'view'

/** The named parameters of an address, in their order, without empty ones: equal states are equal texts. */
export function stateOf(parameters: readonly string[], search: URLSearchParams): string {
  const given = parameters.flatMap((name) => {
    const value = search.get(name)
    return value ? [[name, value]] : []
  })
  return new URLSearchParams(given).toString()
}

/** Whether an address says nothing of what the list shows: it opens the default view. */
export function isBare(parameters: readonly string[], search: URLSearchParams): boolean {
  return stateOf(parameters, search) === '' && ['after', 'before', viewParameter].every((name) => !search.has(name))
}

export interface SavedViewsState {
  /** Own ones and those shared in the account; empty until they are known. */
  readonly views: readonly SavedView[]
  /** The one in use. */
  readonly current: SavedView | null
  /** The address shows something else than the view in use. */
  readonly changed: boolean
  /** What would be saved: the state of the list, as its address has it. */
  readonly state: string
  /** The default view is about to be opened: what the bare address shows is not worth asking for. */
  readonly opening: boolean
  /** null: the list as it is without any. */
  readonly open: (view: SavedView | null) => void
  /** Uses a view whose state the address shows already; null: no view. */
  readonly name: (id: number | null) => void
}

/**
 * Saved views of one list whose state is in the address (spec/domain "Saved views").
 * `list` is the group of its endpoint, or `group.endpoint`; `parameters` are those of the address that make its
 * state. An address without any of them opens the default view. Those in `kept` stay whatever view is opened.
 */
export function useSavedViews(list: string, parameters: readonly string[], kept: readonly string[] = []): SavedViewsState {
  const [search, setSearch] = useSearchParams()
  const { data } = useApiQuery(savedViewEndpoints.list, { query: { resource: list } })
  const views = data?.data ?? []
  const state = stateOf(parameters, search)
  const current = views.find(({ id }) => String(id) === search.get(viewParameter)) ?? null
  const initial = isBare(parameters, search) ? views.find((view) => view.is_default) : undefined

  function addressOf(query: string, id: number | null): URLSearchParams {
    const next = new URLSearchParams(query)
    for (const name of kept) {
      const value = search.get(name)
      if (value !== null) next.set(name, value)
    }
    // Without a default the bare address says the same.
    if (id !== null || views.some((view) => view.is_default)) next.set(viewParameter, String(id ?? 0))
    return next
  }

  const initialAddress = initial ? addressOf(initial.query, initial.id).toString() : null
  useEffect(() => {
    if (initialAddress !== null) setSearch(new URLSearchParams(initialAddress), { replace: true })
  }, [initialAddress, setSearch])

  return {
    views,
    current,
    changed: current !== null && stateOf(parameters, new URLSearchParams(current.query)) !== state,
    state,
    opening: initial !== undefined,
    open: (view) => setSearch(addressOf(view?.query ?? '', view?.id ?? null)),
    name: (id) => setSearch(addressOf(state, id), { replace: true }),
  }
}
