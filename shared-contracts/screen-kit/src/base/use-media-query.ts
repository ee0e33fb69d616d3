import { useSyncExternalStore } from 'react'

/** Below this width (sm, spec/site "Breakpoints") tables become cards. */
export const phone = '(max-width: 599.98px)'

/** Animations are off for users who prefer reduced motion. */
export const lessMotion = '(prefers-reduced-motion: reduce)'

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = globalThis.matchMedia?.(query)
      list?.addEventListener('change', changed)
      return () => list?.removeEventListener('change', changed)
    },
    () => globalThis.matchMedia?.(query)?.matches ?? false,
  )
}
