import { isBare, listQueryAt, savedViewEndpoints, viewParameters } from '@adsite/contract'
import type { Screen, Visit } from '@adsite/remote'
import { readAhead } from '../base/read-ahead.ts'
import { ResourceList, type ResourceListProps } from './ResourceList.tsx'
import type { ListOptions } from './state/use-resource-list.ts'

/**
 * Prefetches the data of a list at a URL. Saved views decide whether the bare URL opens a default view. As on
 * the screen, both the views and the bare list are fetched at once, because most users have no default view.
 */
export async function preloadList(
  { resource, endpoints }: Pick<ListOptions, 'resource' | 'endpoints'>,
  { search, role }: Visit,
): Promise<void> {
  const rowsOf = (query: URLSearchParams) => readAhead(endpoints.list, { query: listQueryAt(resource, role, query) })
  const asked = new URLSearchParams(search)
  const [{ data: views }] = await Promise.all([readAhead(savedViewEndpoints.list, { query: { resource: resource.name } }), rowsOf(asked)])
  const initial = isBare(viewParameters(resource), asked) ? views.find((view) => view.is_default) : undefined
  if (initial) await rowsOf(new URLSearchParams(initial.query))
}

/** A list screen that supports prefetching. */
export function listScreen(list: ResourceListProps): Screen {
  const ListScreen = () => <ResourceList {...list} />
  return Object.assign(ListScreen, { preload: (visit: Visit) => preloadList(list, visit) })
}
