import { mdiArrowUp } from '@mdi/js'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Icon } from '../element/Icon.tsx'
import { useShellText } from '../base/use-shell-text.ts'
import styles from './Header.module.css'

/** The button appears below this scroll position (px). */
const shownBelow = 300

/** The element that scrolled: the page, or a scroll container with rows. */
function scrolledBy(event: Event): Element | null {
  const { target } = event
  if (target instanceof Document) return target.scrollingElement
  return target instanceof Element && target.closest('main') ? target : null
}

/** Scrolls the page and its scrolled containers to the top (spec/site "Header"). Located in the header, so it covers nothing. */
export function ScrollToTop(): ReactNode {
  const text = useShellText()
  const [shown, setShown] = useState(false)
  const scrolled = useRef(new Set<Element>())
  useEffect(() => {
    const look = (event: Event) => {
      const box = scrolledBy(event)
      if (box && box.scrollTop > shownBelow) scrolled.current.add(box)
      else if (box) scrolled.current.delete(box)
      for (const known of scrolled.current) if (!known.isConnected) scrolled.current.delete(known)
      setShown(scrolled.current.size > 0)
    }
    // Scroll events of containers do not bubble, so listen in the capture phase.
    document.addEventListener('scroll', look, { passive: true, capture: true })
    return () => document.removeEventListener('scroll', look, { capture: true })
  }, [])

  function goUp(): void {
    for (const box of scrolled.current) box.scrollTo({ top: 0 })
    document.querySelector('main')?.focus({ preventScroll: true })
  }

  return (
    <button
      type="button"
      className={styles.action}
      data-shown={shown}
      aria-label={text('scroll_to_top')}
      data-tooltip={text('scroll_to_top')}
      onClick={goUp}
    >
      <Icon path={mdiArrowUp} />
    </button>
  )
}
