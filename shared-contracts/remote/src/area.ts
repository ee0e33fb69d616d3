import type { Permission, Role, Text } from '@adsite/contract'
import type { ComponentType } from 'react'

/** Where somebody is likely to go next: an address, with its query (`?…`, or empty). */
export interface Visit {
  readonly pathname: string
  readonly search: string
  readonly role: Role
}

/** A screen of an area. */
export type Screen = ComponentType & {
  /** Asks for what the screen will ask for, so that it is there when somebody comes. What goes wrong the screen will say. */
  readonly preload?: (visit: Visit) => Promise<unknown>
}

/** One route of an area: the only place that names it. Router, guard, menu, breadcrumb, title and manifest come from here. */
export interface AreaRoute {
  /** Name for links, unique over all areas: `company.detail`. */
  readonly name: string
  /** Absolute path with `:params`, below the area's own segment. */
  readonly path: `/${string}`
  readonly permission: Permission
  readonly title: Text
  /** Its own chunk: loading the declaration loads no screen. */
  readonly screen: () => Promise<{ readonly default: Screen }>
  /**
   * Present: an entry of the area's menu, in the order of the table. `icon` is an SVG path of 24 × 24
   * (@mdi/js); `below` names the route whose entry it is a child of.
   */
  readonly menu?: { readonly icon: string; readonly dividerBefore?: boolean; readonly below?: string }
}

/** What a remote exposes (`./area`): declared in src/area.ts, without React and without side effects. */
export interface Area {
  readonly area: string
  readonly title: Text
  readonly icon: string
  readonly routes: readonly AreaRoute[]
}

export function defineArea<const A extends Area>(area: A): A {
  return area
}
