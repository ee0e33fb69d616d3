import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'

export interface UnsavedGuard {
  /** Set while somebody is about to leave with unsaved input. */
  readonly question: { readonly leave: () => void; readonly stay: () => void } | null
}

/**
 * Asks before input is lost: on the way to another address of the site (a change of `?edit` included), and
 * by the browser's own dialog when the page closes. `hasUnsaved` is asked at that moment and compares values.
 */
export function useUnsavedGuard(hasUnsaved: () => boolean): UnsavedGuard {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      (currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search) && hasUnsaved(),
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
