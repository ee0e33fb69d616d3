import { savedViewEndpoints } from '@adsite/contract'
import type { Screen } from '@adsite/remote'
import { readAhead } from '../base/read-ahead.ts'
import { readListQuery } from './list-state.ts'
import { ResourceList, type ResourceListProps } from './ResourceList.tsx'
import type { ListOptions } from './use-resource-list.ts'

/** Asks for what a list shows at its bare address: the view that opens by itself, else its first page. */
export async function preloadList({ resource, endpoints }: Pick<ListOptions, 'resource' | 'endpoints'>): Promise<void> {
  const { data: views } = await readAhead(savedViewEndpoints.list, { query: { resource: resource.name } })
  const initial = views.find((view) => view.is_default)
  await readAhead(endpoints.list, { query: readListQuery(resource, new URLSearchParams(initial?.query)) as never })
}

/** The screen of a list, which can be asked for ahead. */
export function listScreen(list: ResourceListProps): Screen {
  const ListScreen = () => <ResourceList {...list} />
  return Object.assign(ListScreen, { preload: () => preloadList(list) })
}
