import type { Endpoint } from './endpoint/endpoint.ts'
import { endpoints } from './endpoints.ts'
import { listQueryAt } from './resource/list-address.ts'
import type { AnyResource } from './resource/resource.ts'
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

/** The list of a route. */
export interface RouteList {
  readonly resource: AnyResource
  readonly list: Endpoint
  /** Calls of the same group, by name. */
  readonly calls: Readonly<Record<string, Endpoint>>
}

/** The list of a route that is named after it (`campaign.list`, `campaign.list.own`); null for other routes, and where the role may not read it. */
export function listOfRoute(route: string, role: Role): RouteList | null {
  const group = /^(\w+)\.list(?:\.|$)/u.exec(route)?.[1] ?? ''
  const calls: Readonly<Record<string, Endpoint>> = isKeyOf(endpoints, group) ? endpoints[group] : {}
  const list = calls['list']
  const resource = list && resourceOfList(list)
  return resource && list.permission !== 'public' && may(role, list.permission) ? { resource, list, calls } : null
}

/**
 * The calls of the list at the URL of a route, for a role: its saved views and its rows; none without a list
 * ({@link listOfRoute}).
 */
export function callsOfList(route: string, search: URLSearchParams, role: Role): PageCall[] {
  const found = listOfRoute(route, role)
  if (!found) return []
  const { resource, list } = found
  return [
    { endpoint: savedViewEndpoints.list, query: { resource: resource.name } },
    { endpoint: list, query: listQueryAt(resource, role, search) },
  ]
}
