import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'

export interface UnsavedGuard {
  /** Set while somebody is about to leave with unsaved input. */
  readonly question: { readonly leave: () => void; readonly stay: () => void } | null
}

/** The state of a navigation that leaves the form where it is, as when it keeps in the address how a choice is narrowed: nothing is asked. */
export const staysInForm = { staysInForm: true } as const

function stays(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'staysInForm' in state
}

/**
 * Asks before input is lost: on the way to another address of the site (a change of `?edit` included), and
 * by the browser's own dialog when the page closes. `hasUnsaved` is asked at that moment and compares values.
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
