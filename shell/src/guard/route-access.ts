import { may, type Permission, type Role } from '@adsite/contract'
import type { RegistryPointers, RouteManifest } from '@adsite/remote'
import { matchRoutes } from 'react-router-dom'

/** The area that an address belongs to: its first segment. */
export function areaOfPath(pathname: string): string {
  return pathname.split('/')[1] ?? ''
}

/** The route of a table that an address means, `/ad/campaign/create` before `/ad/campaign/:id`. */
export function findRoute<R extends { readonly path: string }>(routes: readonly R[], pathname: string): R | null {
  const matched = matchRoutes(
    routes.map(({ path }) => ({ path })),
    pathname,
  )
  const path = matched?.[0]?.route.path
  return routes.find((route) => route.path === path) ?? null
}

/** Whether a role may open a route; a permission that this shell does not know is granted to nobody. */
export function mayOpen(role: Role | null, route: Pick<RouteManifest, 'permission'>): boolean {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- `may` grants names that it does not know to nobody
  return may(role, route.permission as Permission)
}

export type Access = 'allowed' | 'denied' | 'unknown'

/** What a role meets at an address below an area (spec/site "Route access"). `unknown`: no release has such a route. */
export function accessTo(pointers: RegistryPointers, role: Role | null, pathname: string): Access {
  const routes = pointers.remotes[areaOfPath(pathname)]?.stable.manifest.routes ?? []
  const route = findRoute(routes, pathname)
  if (!route) return 'unknown'
  return mayOpen(role, route) ? 'allowed' : 'denied'
}

/** The route one level up that leads to this one: the longest other path that this one's begins with, whatever its parameters are called. */
export function parentRoute<R extends { readonly path: string }>(routes: readonly R[], route: R): R | null {
  const own = route.path.split('/')
  const isAlike = (segment: string, at: number) => segment === own[at] || (segment.startsWith(':') && own[at]?.startsWith(':') === true)
  const above = routes.filter((other) => other.path.split('/').length < own.length).filter((other) => other.path.split('/').every(isAlike))
  return above.toSorted((a, b) => b.path.length - a.path.length)[0] ?? null
}
