import type { Role, Text } from '@adsite/contract'
import type { Area } from '../area.ts'
import type { RemoteManifest, RouteManifest } from '../manifest.ts'
import { mayOpen } from './route-access.ts'

/** The areas of spec/site "Sidebar", in order, with the minimum number of entries for each to be shown. */
const specifiedAreas: Readonly<Record<string, number>> = { ad: 1, md: 1, op: 2 }

/** What menus are built from: pointers, brief or whole. */
export interface MenuPointers {
  readonly remotes: Readonly<Record<string, { readonly stable: { readonly manifest: Pick<RemoteManifest, 'title' | 'icon' | 'routes'> } }>>
}

/** The areas in rail order; areas added later follow by name. */
function menuAreas({ remotes }: MenuPointers): string[] {
  const later = Object.keys(remotes).filter((area) => !Object.hasOwn(specifiedAreas, area))
  return [...Object.keys(specifiedAreas), ...later.toSorted()]
}

export interface MenuEntry {
  readonly kind: 'entry'
  readonly name: string
  readonly path: string
  readonly title: Text
  readonly icon: string
  /** Child entries (spec/site "Sidebar"). */
  readonly children: readonly MenuEntry[]
}
export type MenuItem = MenuEntry | { readonly kind: 'divider' }

export interface Menu {
  readonly area: string
  readonly title: Text
  readonly icon: string
  readonly items: readonly MenuItem[]
}

/** Dividers separate entries: removes leading, trailing and repeated ones. */
export function tidyDividers(items: readonly MenuItem[]): MenuItem[] {
  return items.filter((item, index) => {
    if (item.kind === 'entry') return true
    const next = items.slice(index + 1).find((other) => other.kind === 'entry')
    return index > 0 && items[index - 1]?.kind === 'entry' && next !== undefined
  })
}

/** The entries of a route table as a tree; a child whose parent the role may not open becomes a top-level entry. */
function itemsOf(routes: readonly RouteManifest[]): MenuItem[] {
  const listed = routes.flatMap(({ menu, ...route }) => (menu ? [{ ...route, menu }] : []))
  const isChild = (below: string | undefined) => listed.some(({ name, menu }) => name === below && menu.below === undefined)
  const entryOf = ({ name, path, title, menu }: (typeof listed)[number]): MenuEntry => ({
    kind: 'entry',
    name,
    path,
    title,
    icon: menu.icon,
    children: listed.filter((other) => other.menu.below === name && menu.below === undefined).map(entryOf),
  })
  return listed
    .filter(({ menu }) => !isChild(menu.below))
    .flatMap((route) => (route.menu.dividerBefore ? [{ kind: 'divider' } as const, entryOf(route)] : [entryOf(route)]))
}

/** All entries of a menu, children after their parent. */
export function entriesOf(items: readonly MenuItem[]): MenuEntry[] {
  return items.flatMap((item) => (item.kind === 'entry' ? [item, ...item.children] : []))
}

/** The menus of a role, built from the route tables of the running releases, or of the mounted build for the current area. */
export function buildMenus(pointers: MenuPointers, role: Role | null, mounted: Area | null = null): Menu[] {
  return menuAreas(pointers).flatMap((area) => {
    const released = pointers.remotes[area]?.stable.manifest
    const manifest = mounted?.area === area ? mounted : released
    if (!manifest) return []
    const items = tidyDividers(itemsOf(manifest.routes.filter((route) => mayOpen(role, route))))
    return entriesOf(items).length < (specifiedAreas[area] ?? 1) ? [] : [{ area, title: manifest.title, icon: manifest.icon, items }]
  })
}
