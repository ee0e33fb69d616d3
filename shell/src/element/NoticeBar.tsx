import type { ReactNode } from 'react'
import styles from './NoticeBar.module.css'

interface NoticeBarProps {
  readonly label: string
  readonly text: string
  readonly action: string
  readonly onAction: () => void
}

/** A sentence with one button that stays in view at the lower edge of the page. */
export function NoticeBar({ label, text, action, onAction }: NoticeBarProps): ReactNode {
  return (
    <aside className={styles.notice} aria-label={label}>
      <output>{text}</output>
      <button type="button" className="button" onClick={onAction}>
        {action}
      </button>
    </aside>
  )
}
