import { flushSync } from 'react-dom'

/** Renders a change at once that puts something else in place of the screen, and keeps the page where it is and the focus in the screen. */
export function keepPlace(change: () => void): void {
  const { scrollX, scrollY } = window
  const inScreen = document.activeElement?.closest('main') != null
  flushSync(change)
  requestAnimationFrame(() => {
    window.scrollTo(scrollX, scrollY)
    if (inScreen && document.activeElement === document.body) document.querySelector('main')?.focus({ preventScroll: true })
  })
}
