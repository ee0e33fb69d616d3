import type { RefCallback } from 'react'

/**
 * Ref of a bar that sticks to this edge of the window. The height of the tallest is kept in `--bar-top` or `--bar-bottom`
 * of the page, which the shell adds to the scroll padding: what gets the focus never stands behind a bar (WCAG 2.2
 * "Focus Not Obscured").
 */
function sticking(edge: 'bottom' | 'top'): RefCallback<HTMLElement> {
  const bars = new Set<HTMLElement>()
  const measure = () => {
    const height = Math.max(0, ...[...bars].map(({ offsetHeight }) => offsetHeight))
    document.documentElement.style.setProperty(`--bar-${edge}`, `${height}px`)
  }
  return (bar) => {
    if (!bar) return undefined
    const observer = new ResizeObserver(measure)
    bars.add(bar)
    observer.observe(bar)
    return () => {
      observer.disconnect()
      bars.delete(bar)
      measure()
    }
  }
}

export const sticksToTop = sticking('top')
export const sticksToBottom = sticking('bottom')
