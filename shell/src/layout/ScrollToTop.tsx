import { mdiChevronUp } from '@mdi/js'
import { useEffect, useState, type ReactNode } from 'react'
import { Icon } from '../page/Icon.tsx'
import { useShellText } from '../use-shell-text.ts'
import styles from './BaseLayout.module.css'

/** Scrolled further than this, the button shows (pixels). */
const shownBelow = 300

export function ScrollToTop(): ReactNode {
  const text = useShellText()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const look = () => setShown(window.scrollY > shownBelow)
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  if (!shown) return null
  return (
    <button
      type="button"
      className={styles.top}
      aria-label={text('scroll_to_top')}
      data-tooltip={text('scroll_to_top')}
      onClick={() => {
        window.scrollTo({ top: 0 })
        document.querySelector('main')?.focus({ preventScroll: true })
      }}
    >
      <Icon path={mdiChevronUp} />
    </button>
  )
}
