import { lazy, useState, type ComponentType, type FunctionComponent } from 'react'
import { renewChunk } from '../federation/renew-chunk.ts'

/** Window event for code of a screen or its area that fails to load; `detail` is the error. */
export const preloadErrorEvent = 'adsite:preloadError'

/** Dispatches {@link preloadErrorEvent}; returns false if a listener handled the error. */
export function tellPreloadError(error: unknown): boolean {
  return window.dispatchEvent(new CustomEvent(preloadErrorEvent, { cancelable: true, detail: error }))
}

/** What makes each screen whose code failed to load ask for it anew when it is rendered, and what loads it. */
const failures = new Map<() => void, () => Promise<void>>()

/**
 * Forgets what failed to load: for the boundaries around lazy screens, at the beginning of a visit and before a retry.
 * Screens cannot do it themselves, because React renders what failed once more to make sure.
 */
export function forgetFailedLoads(): void {
  for (const renew of failures.keys()) renew()
  failures.clear()
}

/** Loads the code that has failed to load by now, and tells whether all of it has arrived; null: none has failed. */
export function loaderOfFailed(): (() => Promise<boolean>) | null {
  const loads = [...failures.values()]
  if (loads.length === 0) return null
  return async () => (await Promise.allSettled(loads.map((load) => load()))).every(({ status }) => status === 'fulfilled')
}

type ScreenModule<P> = { readonly default: ComponentType<P> }

const nothing: ScreenModule<object> = { default: () => null }

export interface LazyScreen<P extends object = object> extends FunctionComponent<P> {
  /** Loads the code, so that the screen renders immediately. Never rejects: rendering the screen loads what failed anew. */
  readonly preload: () => Promise<void>
  /** Like `preload`, but rejects if the code does not load. */
  readonly load: () => Promise<void>
  readonly isLoaded: () => boolean
}

/**
 * A lazily loaded screen. A failed load is retried once, bypassing the browser's cache. If the code still fails
 * to load, `adsite:preloadError` is dispatched and the error is rethrown, unless a listener handles it with
 * `preventDefault` (spec/api "Lazy screens") and navigates elsewhere; nothing is rendered meanwhile. It stays so until
 * {@link forgetFailedLoads} or the next `preload`.
 */
export function lazyScreen<P extends object>(load: () => Promise<ScreenModule<P>>): LazyScreen<P> {
  let ready: ComponentType<P> | null = null
  /** The promise of a `preload` that has not been rendered yet and has not failed. */
  let early: Promise<ScreenModule<P>> | null = null

  async function get(): Promise<ScreenModule<P>> {
    const module = await load().catch(async (error: unknown) => {
      if (!(await renewChunk(error))) throw error
      return load()
    })
    ready = module.default
    return module
  }

  const makeLate = () =>
    lazy<ComponentType<P>>(async () => {
      const loading = early ?? get()
      early = null
      try {
        return await loading
      } catch (error) {
        failures.set(renew, begin)
        if (tellPreloadError(error)) throw error
        // oxlint-disable-next-line typescript/consistent-type-assertions -- a component without props fits in place of any
        return nothing as ScreenModule<P>
      }
    })
  let Late = makeLate()
  const renew = () => {
    Late = makeLate()
  }

  function Screen(props: P) {
    // Renders loaded screens without suspending, because React shows suspended content no sooner than 0.3 s after the
    // placeholder.
    const [Shown] = useState<ComponentType<P>>(() => ready ?? Late)
    return <Shown {...props} />
  }

  async function begin(): Promise<void> {
    const loading = get()
    early = loading
    if (failures.delete(renew)) renew()
    try {
      await loading
    } catch (error) {
      if (early === loading) early = null
      throw error
    }
  }
  const preload = () => begin().catch(() => undefined)
  return Object.assign(Screen, { preload, load: begin, isLoaded: () => ready !== null })
}
