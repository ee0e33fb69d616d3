import type { Role, Text } from '@adsite/contract'
import type { RegistryPointers, RouteManifest } from '@adsite/remote'
import { mayOpen } from '../guard/route-access.ts'

/** The icons of the rail in their order, and how many entries an area must have to show one (SPEC section 2, "Sidebar"). */
export const menuAreas = [
  { area: 'ad', atLeast: 1 },
  { area: 'md', atLeast: 1 },
  { area: 'op', atLeast: 2 },
] as const
export type MenuArea = (typeof menuAreas)[number]['area']

export interface MenuEntry {
  readonly kind: 'entry'
  readonly name: string
  readonly path: string
  readonly title: Text
  readonly icon: string
}
export type MenuItem = MenuEntry | { readonly kind: 'divider' }

export interface Menu {
  readonly area: MenuArea
  readonly title: Text
  readonly icon: string
  readonly items: readonly MenuItem[]
}

/** Dividers stand between entries only: never two in a row, first or last. */
export function tidyDividers(items: readonly MenuItem[]): MenuItem[] {
  return items.filter((item, index) => {
    if (item.kind === 'entry') return true
    const next = items.slice(index + 1).find((other) => other.kind === 'entry')
    return index > 0 && items[index - 1]?.kind === 'entry' && next !== undefined
  })
}

function itemsOf(route: RouteManifest): MenuItem[] {
  if (!route.menu) return []
  const entry: MenuEntry = { kind: 'entry', name: route.name, path: route.path, title: route.title, icon: route.menu.icon }
  return route.menu.dividerBefore ? [{ kind: 'divider' }, entry] : [entry]
}

/** The menus of a role, from the route tables of the releases that run. */
export function buildMenus(pointers: RegistryPointers, role: Role | null): Menu[] {
  return menuAreas.flatMap(({ area, atLeast }) => {
    const manifest = pointers.remotes[area]?.stable.manifest
    if (!manifest) return []
    const permitted = manifest.routes.filter((route) => mayOpen(role, route))
    const items = tidyDividers(permitted.flatMap(itemsOf))
    const entries = items.filter((item) => item.kind === 'entry').length
    return entries < atLeast ? [] : [{ area, title: manifest.title, icon: manifest.icon, items }]
  })
}
