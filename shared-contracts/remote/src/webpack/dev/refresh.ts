// Fast refresh inside a shell that runs React as it is released. React's own renderer takes new versions of
// components in its development build alone; here each component of the remote is drawn through a stand-in
// that asks for its newest version (docs/decisions/0011-development-builds.md).
import { createElement, useSyncExternalStore, type ComponentType, type ElementType, type FunctionComponent } from 'react'
import {
  createSignatureFunctionForTransform,
  getFamilyByType,
  isLikelyComponentType,
  performReactRefresh,
  register as registerType,
  type Family,
} from 'react-refresh/runtime'

type Component = FunctionComponent<Record<string, unknown>>

let version = 0
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Draws whoever calls it anew after every refresh. */
const useRefresh = () => useSyncExternalStore(subscribe, () => version)

const standIns = new WeakMap<Family, Component>()

/** Keeps its state for as long as the component's hooks fit; a new one, and with it a new state, when they do not. */
function standIn(family: Family): Component {
  const known = standIns.get(family)
  if (known) return known
  const drawn: Component = (properties) => {
    useRefresh()
    // oxlint-disable-next-line typescript/consistent-type-assertions -- only plain functions get a stand-in (see `newest`)
    return (family.current as Component)(properties)
  }
  standIns.set(family, drawn)
  return drawn
}

interface LazyType {
  readonly $$typeof: symbol
  readonly _init: (payload: unknown) => ElementType
  readonly _payload: unknown
}
const lazies = new WeakMap<object, Component>()

const isLazy = (type: unknown): type is LazyType =>
  typeof type === 'object' && type !== null && '$$typeof' in type && type.$$typeof === Symbol.for('react.lazy')

function lazyStandIn(type: LazyType): Component {
  const known = lazies.get(type)
  if (known) return known
  // Throws its promise until the component has come, as React's renderer does.
  const drawn: Component = (properties) => createElement(newest(type._init(type._payload)), properties)
  lazies.set(type, drawn)
  return drawn
}

const isPlainFunction = (type: unknown): type is Component => typeof type === 'function' && !type.prototype?.isReactComponent

/** What to draw in place of a type: the newest version of a component of the remote, everything else as it is. */
export function newest(type: ElementType): ElementType {
  if (isLazy(type)) return lazyStandIn(type)
  const family = getFamilyByType(type)
  if (!family) return type
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a family is of components, whose type the runtime leaves open
  return isPlainFunction(family.current) ? standIn(family) : (family.current as ElementType)
}

/** A screen for the shell, which draws it without asking for its newest version. */
export function liveScreen(screen: ComponentType): ComponentType {
  return function LiveScreen() {
    useRefresh()
    return createElement(newest(screen))
  }
}

/** Takes what was registered since the last time, and draws everything anew with it. */
export function refresh(): void {
  const update = performReactRefresh()
  if (!update) return
  for (const family of update.staleFamilies) standIns.delete(family)
  version++
  for (const listener of listeners) listener()
}

/** What the compiler calls for each component of a module (`$RefreshReg$`). */
export function register(module: string, type: unknown, name: string): void {
  registerType(type, `${module} ${name}`)
}

/** What the compiler calls for each component's hooks (`$RefreshSig$`). */
export const signature = createSignatureFunctionForTransform

let due: ReturnType<typeof setTimeout> | undefined

/** Ends a module: one that exports components alone takes its own changes, those of others reach whoever imports them. */
export function settle(exported: Readonly<Record<string, unknown>>, accept: () => void): void {
  const values = Object.values(exported)
  if (values.length > 0 && values.every(isLikelyComponentType)) accept()
  clearTimeout(due)
  due = setTimeout(refresh)
}
