import type { Endpoint } from './endpoint/endpoint.ts'
import { endpoints } from './endpoints.ts'
import { listQueryAt } from './resource/list-address.ts'
import { resourceOfList } from './resource/resource-endpoints.ts'
import { may } from './role/permission.ts'
import type { Role } from './role/role.ts'
import { isKeyOf } from './value/keys.ts'
import { savedViewEndpoints } from './site/saved-view.ts'

/** A call that a page makes first. */
export interface PageCall {
  readonly endpoint: Endpoint
  readonly query: Readonly<Record<string, string>>
}

/**
 * The calls of the list at the URL of a route, for a role: its saved views and its rows. The route is named after the list
 * (`campaign.list`, `campaign.list.own`). None for other routes, and for lists that the role may not read.
 */
export function callsOfList(route: string, search: URLSearchParams, role: Role): PageCall[] {
  const group = /^(\w+)\.list(?:\.|$)/u.exec(route)?.[1] ?? ''
  const calls: Readonly<Record<string, Endpoint>> = isKeyOf(endpoints, group) ? endpoints[group] : {}
  const list = calls['list']
  const resource = list && resourceOfList(list)
  if (!resource || list.permission === 'public' || !may(role, list.permission)) return []
  return [
    { endpoint: savedViewEndpoints.list, query: { resource: resource.name } },
    { endpoint: list, query: listQueryAt(resource, role, search) },
  ]
}
