// Fast refresh inside a shell that runs production React. Only React's development build can swap component versions
// itself; here, a stand-in renders each component of the remote in its newest version
// (docs/decisions/0011-development-builds.md).
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

/** Re-renders the calling component after every refresh. */
const useRefresh = () => useSyncExternalStore(subscribe, () => version)

const standIns = new WeakMap<Family, Component>()

/** Keeps the component's state as long as its hooks are compatible; otherwise a new stand-in starts with fresh state. */
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
  // Throws the promise until the component has loaded, like React's own renderer.
  const drawn: Component = (properties) => createElement(newest(type._init(type._payload)), properties)
  lazies.set(type, drawn)
  return drawn
}

const isPlainFunction = (type: unknown): type is Component => typeof type === 'function' && !type.prototype?.isReactComponent

/** Resolves the type to render: a component of the remote in its newest version, anything else unchanged. */
export function newest(type: ElementType): ElementType {
  if (isLazy(type)) return lazyStandIn(type)
  const family = getFamilyByType(type)
  if (!family) return type
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a family is of components, whose type the runtime leaves open
  return isPlainFunction(family.current) ? standIn(family) : (family.current as ElementType)
}

/** Wraps a screen for the shell, which renders it without resolving the newest version. */
export function liveScreen(screen: ComponentType): ComponentType {
  return function LiveScreen() {
    useRefresh()
    return createElement(newest(screen))
  }
}

/** Activates newly registered components and re-renders everything. */
export function refresh(): void {
  const update = performReactRefresh()
  if (!update) return
  for (const family of update.staleFamilies) standIns.delete(family)
  version++
  for (const listener of listeners) listener()
}

/** Called by compiled code for each component of a module (`$RefreshReg$`). */
export function register(module: string, type: unknown, name: string): void {
  registerType(type, `${module} ${name}`)
}

/** Called by compiled code for each component's hooks (`$RefreshSig$`). */
export const signature = createSignatureFunctionForTransform

let due: ReturnType<typeof setTimeout> | undefined

/**
 * Called at the end of a module. A module that exports only components accepts its own updates; updates of other
 * modules propagate to their importers.
 */
export function settle(exported: Readonly<Record<string, unknown>>, accept: () => void): void {
  const values = Object.values(exported)
  if (values.length > 0 && values.every(isLikelyComponentType)) accept()
  clearTimeout(due)
  due = setTimeout(refresh)
}
