import { useId, type ReactNode } from 'react'
import styles from './api-key.module.css'

/** A card across the whole width of the page. */
export function Section({ title, help, children }: { title: string; help?: string; children: ReactNode }): ReactNode {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {help && <p className={styles.help}>{help}</p>}
      {children}
    </section>
  )
}
