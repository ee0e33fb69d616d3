import { useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'

interface ChangeOptions {
  /** True: no step of its own on the way back. */
  readonly replace: boolean
}

/** Gets the query as the changes before left it; one that hands it back changes nothing. */
export type ChangeQuery = (change: (current: URLSearchParams) => URLSearchParams, options?: ChangeOptions) => void

/**
 * The query of the address, and a way to change it that builds on changes which are not drawn yet. React Router's
 * own hands out what was drawn last: of two quick choices on a slow device the first would be lost.
 */
export function useAddressQuery(): readonly [URLSearchParams, ChangeQuery] {
  const [drawn, navigate] = useSearchParams()
  const latest = useRef(drawn)
  useLayoutEffect(() => {
    latest.current = drawn
  }, [drawn])
  return [
    drawn,
    (change, options) => {
      const next = change(latest.current)
      if (next === latest.current) return
      latest.current = next
      navigate(next, options)
    },
  ]
}
