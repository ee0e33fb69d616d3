import { lazy, useState, type ComponentType, type FunctionComponent } from 'react'
import { renewChunk } from '../federation/renew-chunk.ts'

/** Fired on the window when the code of a screen, or of the area that it is in, does not arrive; `detail` is the error. */
export const preloadErrorEvent = 'adsite:preloadError'

/** Fires {@link preloadErrorEvent}; answers false where a listener has handled the error. */
export function tellPreloadError(error: unknown): boolean {
  return window.dispatchEvent(new CustomEvent(preloadErrorEvent, { cancelable: true, detail: error }))
}

type ScreenModule<P> = { readonly default: ComponentType<P> }

const nothing: ScreenModule<object> = { default: () => null }

export interface LazyScreen<P extends object = object> extends FunctionComponent<P> {
  /** Loads the code, so that the screen is drawn at once; anew after it had failed. Never rejects: drawing the screen says what is wrong. */
  readonly preload: () => Promise<void>
  /** Whether its code is there. */
  readonly isLoaded: () => boolean
}

/**
 * A screen that is loaded on demand, once more past the browser's cache where that fails. When its code does not arrive, `adsite:preloadError` is fired; the error
 * is thrown again unless a listener has handled it with `preventDefault` (spec/api "Lazy screens"), who then takes the
 * reader elsewhere: nothing is shown meanwhile.
 */
export function lazyScreen<P extends object>(load: () => Promise<ScreenModule<P>>): LazyScreen<P> {
  let ready: ComponentType<P> | null = null
  /** What `preload` began and nobody has drawn yet: its failure is told where the screen would stand. */
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
  /** React draws what has failed once more to be sure: only who asks for it again gets another. */
  let failed = false

  function Screen(props: P) {
    // What is there is drawn without waiting: whatever React has waited for it shows 0.3 s after the placeholder at the earliest.
    const [Shown] = useState<ComponentType<P>>(() => ready ?? Late)
    return <Shown {...props} />
  }

  function preload(): Promise<void> {
    early = get()
    if (failed) Late = makeLate()
    failed = false
    const settled = (): void => {}
    return early.then(settled, settled)
  }
  return Object.assign(Screen, { preload, isLoaded: () => ready !== null })
}
