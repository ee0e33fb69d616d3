import { useId, type ReactNode } from 'react'
import styles from './own-account.module.css'

export function Panel({ title, help, children }: { title: string; help?: string; children: ReactNode }): ReactNode {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {help && <p className={styles.help}>{help}</p>}
      {children}
    </section>
  )
}
