import { startTransition, useLayoutEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useNavigateHere } from './use-navigate-here.ts'

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
  const [drawn] = useSearchParams()
  const navigate = useNavigateHere()
  const latest = useRef(drawn)
  const [settled, settle] = useState(drawn)
  useLayoutEffect(() => {
    latest.current = drawn
  }, [drawn])
  useLayoutEffect(() => {
    // A change that a blocker kept from happening is forgotten.
    if (latest.current === settled) latest.current = drawn
  }, [drawn, settled])

  async function go(next: URLSearchParams, options?: ChangeOptions): Promise<void> {
    latest.current = next
    await navigate(`?${String(next)}`, options)
    // The new query is not rendered before the router's own transition.
    startTransition(() => settle(next))
  }

  return [
    drawn,
    (change, options) => {
      const next = change(latest.current)
      if (next !== latest.current) void go(next, options)
    },
  ]
}
