import type { Role } from '@adsite/contract'
import type { BriefPointers } from '@adsite/remote'
import { mayOpen } from '@adsite/remote/navigation'
import { matchRoutes } from 'react-router-dom'

/** The area of a path: its first segment. */
export function areaOfPath(pathname: string): string {
  return pathname.split('/')[1] ?? ''
}

/** The route that matches a path, preferring `/ad/campaign/create` over `/ad/campaign/:id`. */
export function findRoute<R extends { readonly path: string }>(routes: readonly R[], pathname: string): R | null {
  const matched = matchRoutes(
    routes.map(({ path }) => ({ path })),
    pathname,
  )
  const path = matched?.[0]?.route.path
  return routes.find((route) => route.path === path) ?? null
}

/** The route of the live release at an address, which can name anything: `/constructor` is no area. */
export function routeAt({ remotes }: BriefPointers, pathname: string) {
  const area = areaOfPath(pathname)
  return findRoute((Object.hasOwn(remotes, area) && remotes[area]?.stable.manifest.routes) || [], pathname)
}

export type Access = 'allowed' | 'denied' | 'unknown'

/** A role's access to a path in an area (spec/site "Route access"). `unknown`: no release has such a route. */
export function accessTo(pointers: BriefPointers, role: Role | null, pathname: string): Access {
  const route = routeAt(pointers, pathname)
  if (!route) return 'unknown'
  return mayOpen(role, route) ? 'allowed' : 'denied'
}
