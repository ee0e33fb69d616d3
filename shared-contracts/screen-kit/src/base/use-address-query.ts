import { useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'

interface ChangeOptions {
  /** True: replaces the current history entry. */
  readonly replace: boolean
}

/** Receives the query as left by earlier changes; returning the same object changes nothing. */
export type ChangeQuery = (change: (current: URLSearchParams) => URLSearchParams, options?: ChangeOptions) => void

/**
 * The URL's query, and a function to change it that builds on changes not yet rendered. React Router's setter
 * builds on the last rendered query, so of two quick changes on a slow device the first would be lost.
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
