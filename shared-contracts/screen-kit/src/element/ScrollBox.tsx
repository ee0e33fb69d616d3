import type { ReactNode } from 'react'
import styles from './element.module.css'

/** Horizontal scroll container for content wider than a phone, mostly tables; also scrolls by keyboard. */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without the focus the keyboard cannot scroll it
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
