import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** Fired on the window when the code of a screen does not arrive; `detail` is the error. */
export const preloadErrorEvent = 'adsite:preloadError'

type ScreenModule<C> = { readonly default: C }

const nothing: ScreenModule<() => null> = { default: () => null }

/**
 * A screen that is loaded on demand. When its code does not arrive, `adsite:preloadError` is fired; the error
 * is thrown again unless a listener has handled it with `preventDefault` (SPEC section 8), who then takes the
 * reader elsewhere: nothing is shown meanwhile.
 */
export function lazyScreen<P>(load: () => Promise<ScreenModule<ComponentType<P>>>): LazyExoticComponent<ComponentType<P>> {
  return lazy<ComponentType<P>>(async () => {
    try {
      return await load()
    } catch (error) {
      const event = new CustomEvent(preloadErrorEvent, { cancelable: true, detail: error })
      if (window.dispatchEvent(event)) throw error
      return nothing
    }
  })
}
