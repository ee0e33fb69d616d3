import { mdiArrowUp } from '@mdi/js'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Icon } from '../element/Icon.tsx'
import { useShellText } from '../base/use-shell-text.ts'
import styles from './Header.module.css'

/** Scrolled further than this, the button shows (pixels). */
const shownBelow = 300

/** What has scrolled: the page, or a box in it that holds rows. */
function scrolledBy(event: Event): Element | null {
  const { target } = event
  if (target instanceof Document) return target.scrollingElement
  return target instanceof Element && target.closest('main') ? target : null
}

/** Back to the top of the page and of the boxes in it whose rows were scrolled (spec/site "Header"). In the header it covers nothing. */
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
    // Boxes tell nobody above them that they scroll: they are heard on the way down.
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
