import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'

export interface UnsavedGuard {
  /** Set while the user is about to leave with unsaved input. */
  readonly question: { readonly leave: () => void; readonly stay: () => void } | null
}

/** State of a navigation that stays in the form, such as storing a choice's filter in the URL; it does not trigger the guard. */
export const staysInForm = { staysInForm: true } as const

function stays(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'staysInForm' in state
}

/**
 * Asks before input is lost: on navigation within the site (including changes of `?edit`), and with the
 * browser's own dialog when the page closes. `hasUnsaved` is called at that moment and compares values.
 */
export function useUnsavedGuard(hasUnsaved: () => boolean): UnsavedGuard {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      (currentLocation.pathname !== nextLocation.pathname ||
        (currentLocation.search !== nextLocation.search && !stays(nextLocation.state))) &&
      hasUnsaved(),
  )
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [hasUnsaved])
  return {
    question: blocker.state === 'blocked' ? { leave: () => blocker.proceed(), stay: () => blocker.reset() } : null,
  }
}
