import type { Permission, Role, Text } from '@adsite/contract'
import type { ComponentType } from 'react'

/** A likely next navigation: a path with its query (`?…` or empty). */
export interface Visit {
  readonly pathname: string
  readonly search: string
  readonly role: Role
}

/** A screen of an area. */
export type Screen = ComponentType & {
  /** Prefetches the data of the screen. Failures are ignored here; the screen reports them itself. */
  readonly preload?: (visit: Visit) => Promise<unknown>
}

/** A route of an area and the only place that defines it. Router, guard, menu, breadcrumb, title and manifest derive from it. */
export interface AreaRoute {
  /** Name used in links, unique across all areas: `company.detail`. */
  readonly name: string
  /** Absolute path with `:params`, below the area's own first segment. */
  readonly path: `/${string}`
  readonly permission: Permission
  readonly title: Text
  /** Loaded lazily as a separate chunk, so that loading the declaration loads no screen. */
  readonly screen: () => Promise<{ readonly default: Screen }>
  /**
   * If present, the route has an entry in the area's menu, in table order. `icon` is an SVG path of 24 × 24
   * (@mdi/js); `below` names the route of its parent entry.
   */
  readonly menu?: { readonly icon: string; readonly dividerBefore?: boolean; readonly below?: string }
}

/** What a remote exposes (`./area`), declared in src/area.ts without React and without side effects. */
export interface Area {
  readonly area: string
  readonly title: Text
  readonly icon: string
  readonly routes: readonly AreaRoute[]
}

export function defineArea<const A extends Area>(area: A): A {
  return area
}
