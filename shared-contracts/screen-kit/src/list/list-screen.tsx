import { savedViewEndpoints } from '@adsite/contract'
import type { Screen, Visit } from '@adsite/remote'
import { readAhead } from '../base/read-ahead.ts'
import { readListQuery, viewParameters } from './state/list-state.ts'
import { isBare } from '../view/use-saved-views.ts'
import { ResourceList, type ResourceListProps } from './ResourceList.tsx'
import type { ListOptions } from './state/use-resource-list.ts'

/**
 * Asks for what a list shows at an address. Whether the bare one opens a view by itself is told by the views: they and
 * the bare list are asked for together, as the screen does, since most people have no such view.
 */
export async function preloadList({ resource, endpoints }: Pick<ListOptions, 'resource' | 'endpoints'>, { search }: Visit): Promise<void> {
  const rowsOf = (query: URLSearchParams) => readAhead(endpoints.list, { query: readListQuery(resource, query) })
  const asked = new URLSearchParams(search)
  const [{ data: views }] = await Promise.all([readAhead(savedViewEndpoints.list, { query: { resource: resource.name } }), rowsOf(asked)])
  const initial = isBare(viewParameters(resource), asked) ? views.find((view) => view.is_default) : undefined
  if (initial) await rowsOf(new URLSearchParams(initial.query))
}

/** The screen of a list, which can be asked for ahead. */
export function listScreen(list: ResourceListProps): Screen {
  const ListScreen = () => <ResourceList {...list} />
  return Object.assign(ListScreen, { preload: (visit: Visit) => preloadList(list, visit) })
}
