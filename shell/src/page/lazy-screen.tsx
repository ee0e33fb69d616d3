import { lazy, useState, type ComponentType, type FunctionComponent } from 'react'
import { renewChunk } from '../federation/renew-chunk.ts'

/** Window event for code of a screen or its area that fails to load; `detail` is the error. */
export const preloadErrorEvent = 'adsite:preloadError'

/** Dispatches {@link preloadErrorEvent}; returns false if a listener handled the error. */
export function tellPreloadError(error: unknown): boolean {
  return window.dispatchEvent(new CustomEvent(preloadErrorEvent, { cancelable: true, detail: error }))
}

type ScreenModule<P> = { readonly default: ComponentType<P> }

const nothing: ScreenModule<object> = { default: () => null }

export interface LazyScreen<P extends object = object> extends FunctionComponent<P> {
  /**
   * Loads the code, so that the screen renders immediately; retries after a failure. Never rejects: rendering the
   * screen reports the error.
   */
  readonly preload: () => Promise<void>
  /** Like `preload`, but rejects if the code does not load. */
  readonly load: () => Promise<void>
  readonly isLoaded: () => boolean
}

/**
 * A lazily loaded screen. A failed load is retried once, bypassing the browser's cache. If the code still fails
 * to load, `adsite:preloadError` is dispatched and the error is rethrown, unless a listener handles it with
 * `preventDefault` (spec/api "Lazy screens") and navigates elsewhere; nothing is rendered meanwhile.
 */
export function lazyScreen<P extends object>(load: () => Promise<ScreenModule<P>>): LazyScreen<P> {
  let ready: ComponentType<P> | null = null
  /** The promise of a `preload` that has not been rendered yet; the screen reports its failure. */
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
        failed = true
        if (tellPreloadError(error)) throw error
        // oxlint-disable-next-line typescript/consistent-type-assertions -- a component without props fits in place of any
        return nothing as ScreenModule<P>
      }
    })
  let Late = makeLate()
  /** React re-renders a failed component once to make sure; only a new request may retry the load. */
  let failed = false

  function Screen(props: P) {
    // Renders loaded screens without suspending, because React shows suspended content no sooner than 0.3 s after the
    // placeholder.
    const [Shown] = useState<ComponentType<P>>(() => ready ?? Late)
    return <Shown {...props} />
  }

  function begin(): Promise<void> {
    early = get()
    if (failed) Late = makeLate()
    failed = false
    return early.then(() => undefined)
  }
  const preload = () => begin().catch(() => undefined)
  return Object.assign(Screen, { preload, load: begin, isLoaded: () => ready !== null })
}
