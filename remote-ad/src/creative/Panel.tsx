import { useId, type ReactNode } from 'react'
import styles from './creative.module.css'

interface PanelProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly busy?: boolean
  readonly children: ReactNode
}

/** A titled section of a screen. */
export function Panel({ title, actions, busy = false, children }: PanelProps): ReactNode {
  const id = useId()
  return (
    <section className={styles.panel} aria-busy={busy} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {actions}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  )
}
