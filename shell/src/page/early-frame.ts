import { useLayoutEffect } from 'react'

/** Placeholders on show in what React draws. */
let placeholders = 0

/** Removes what the gateway sent to be seen before the page's script (docs/decisions/0047-early-frame.md). */
export function removeEarlyFrame(): void {
  document.getElementById('early-frame')?.remove()
}

function removeUnlessWaiting(): void {
  if (placeholders === 0) removeEarlyFrame()
}

/**
 * For a placeholder of the content: title and heads of the early frame, which lie over the content and below header and menu, say more
 * than it does, and stay in its place.
 */
export function useEarlyFrameMeanwhile(): void {
  useLayoutEffect(() => {
    placeholders++
    return () => {
      placeholders--
      // Before the browser paints, and when the same commit has put another placeholder there.
      queueMicrotask(removeUnlessWaiting)
    }
  }, [])
}

/** Ends the early frame with the first commit, whatever it shows but a placeholder. Rendered behind the page and outside of its boundaries. */
export function EarlyFrameEnd(): null {
  useLayoutEffect(removeUnlessWaiting, [])
  return null
}
