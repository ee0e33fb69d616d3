import { may, type Permission, type Role } from '@adsite/contract'
import type { RouteManifest } from '../manifest.ts'

/** Whether a role may open a route; permissions unknown to this build are granted to nobody. */
export function mayOpen(role: Role | null, route: Pick<RouteManifest, 'permission'>): boolean {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- `may` grants names that it does not know to nobody
  return may(role, route.permission as Permission)
}

/** The parent route: the longest other path that is a prefix of this one, ignoring parameter names. */
export function parentRoute<R extends { readonly path: string }>(routes: readonly R[], route: R): R | null {
  const own = route.path.split('/')
  const isAlike = (segment: string, at: number) => segment === own[at] || (segment.startsWith(':') && own[at]?.startsWith(':') === true)
  const above = routes.filter((other) => other.path.split('/').length < own.length).filter((other) => other.path.split('/').every(isAlike))
  return above.toSorted((a, b) => b.path.length - a.path.length)[0] ?? null
}

/** The name of the variant of a page for those who may not open the page itself: `frame.detail.own`. */
export const ownVariant = (name: string) => `${name}.own`

/** The parent route, or its variant for roles that may not open the parent itself. */
export function listedParent<R extends Pick<RouteManifest, 'name' | 'path' | 'permission'>>(
  routes: readonly R[],
  route: R,
  role: Role | null,
): R | null {
  const parent = parentRoute(routes, route)
  if (!parent || mayOpen(role, parent)) return parent
  return routes.find((other) => other.name === ownVariant(parent.name) && mayOpen(role, other)) ?? parent
}
