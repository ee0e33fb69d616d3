import { useEffect } from 'react'

/** Touches starting within this distance in px from the left edge can open the menu (spec/site "Sizes"). */
export const edgeZone = 25
const swipeLength = 60

/** Opens the menu with a swipe from the left edge and closes it with a swipe to the left. */
export function useEdgeSwipe(onDrawOut: () => void, onPutBack: () => void): void {
  useEffect(() => {
    let from: { x: number; y: number } | null = null
    const start = ({ touches: [touch] }: TouchEvent) => {
      from = touch ? { x: touch.clientX, y: touch.clientY } : null
    }
    const end = ({ changedTouches: [touch] }: TouchEvent) => {
      if (!from || !touch) return
      const across = touch.clientX - from.x
      const mostlyAcross = Math.abs(across) > 2 * Math.abs(touch.clientY - from.y)
      if (mostlyAcross && across > swipeLength && from.x <= edgeZone) onDrawOut()
      if (mostlyAcross && across < -swipeLength) onPutBack()
    }
    document.addEventListener('touchstart', start, { passive: true })
    document.addEventListener('touchend', end, { passive: true })
    return () => {
      document.removeEventListener('touchstart', start)
      document.removeEventListener('touchend', end)
    }
  }, [onDrawOut, onPutBack])
}
