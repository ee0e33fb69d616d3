import { queryClient } from '@adsite/api-client'
import type { BriefPointer } from '@adsite/remote'
import { retryPause } from '@adsite/screen-kit'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { usePointers, type LoadedArea } from '../federation/index.ts'
import { forgetInput, inputState } from './unsaved-input.ts'

/**
 * When the build of a visit is replaced by the one that the pointers name: `screen`, at the next screen (after a promotion);
 * `query`, also at the next query (after a rollback); `now`, at once (after a rollback with `--now`). null: it stays.
 */
export type SwapDue = 'screen' | 'query' | 'now' | null

export function swapDue(live: BriefPointer | undefined, { build, chosen, rev }: Pick<LoadedArea, 'build' | 'chosen' | 'rev'>): SwapDue {
  if (!live) return null
  const isBad = live.bad.includes(build)
  // The build that the pointers name may have failed in this visit; it is not tried again until they name another.
  if (!isBad && (live.stable.build === build || live.stable.build === chosen)) return null
  if (live.now !== undefined && live.now > rev) return 'now'
  return isBad || live.bad.includes(chosen) ? 'query' : 'screen'
}

/** How often a page that cannot swap yet looks whether it can (milliseconds). */
const lookAgain = 1_000

interface SwapWait {
  /** True: the swap need not wait for the next query. */
  readonly atOnce: boolean
  /** Returns whether it succeeded; a swap that failed is tried again after a pause. */
  readonly swap: () => Promise<boolean>
  /** Called with whether the user has to be asked, because unsaved input is in the way. */
  readonly ask: (unsaved: boolean) => void
}

/** Calls `swap` at the next query at which nothing would be lost, until the returned function is called. */
export function awaitSwap({ atOnce, swap, ask }: SwapWait): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let ended = false
  function attemptIn(pause: number): void {
    clearTimeout(timer)
    if (!ended) timer = setTimeout(() => void attempt(), pause)
  }
  async function attempt(): Promise<void> {
    clearTimeout(timer)
    const state = inputState()
    ask(state === 'unsaved')
    if (state !== 'none') attemptIn(lookAgain)
    else if (!(await swap())) attemptIn(retryPause(failures++))
  }
  if (atOnce || inputState() === 'unsaved') attemptIn(0)
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    // The notification may be part of a rendering, so the attempt follows it.
    if (event.type === 'updated' && event.action.type === 'fetch') queueMicrotask(() => void attempt())
  })
  return () => {
    ended = true
    unsubscribe()
    clearTimeout(timer)
    ask(false)
  }
}

/**
 * Calls `swap` when the build of this visit is to be replaced within the screen that is shown and nothing would be lost.
 * Returns whether the user has to be asked, because something would be.
 */
export function useSwap(area: string, loaded: LoadedArea | null, swap: () => Promise<boolean>): boolean {
  const { search } = useLocation()
  const live = usePointers().remotes[area]
  const due = loaded && swapDue(live, loaded)
  const [asking, setAsking] = useState(false)
  const searchBefore = useRef(search)
  const begin = useEffectEvent(swap)
  useEffect(() => forgetInput, [])
  useEffect(() => {
    const isQuery = searchBefore.current !== search
    searchBefore.current = search
    if (due === 'query' || due === 'now') return awaitSwap({ atOnce: due === 'now' || isQuery, swap: () => begin(), ask: setAsking })
  }, [due, search])
  return asking
}
