import { useId, type ReactNode, type Ref } from 'react'
import styles from './own-account.module.css'

interface Props {
  readonly title: string
  readonly help?: string
  /** Takes the whole width, for lists. */
  readonly whole?: boolean
  readonly ref?: Ref<HTMLElement>
  readonly children?: ReactNode
}

/** A card of the own account. */
export function Panel({ title, help, whole = false, ref, children }: Props): ReactNode {
  const id = useId()
  return (
    <section ref={ref} className={whole ? `${styles.panel} ${styles.whole}` : styles.panel} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {help && <p className={styles.help}>{help}</p>}
      {children}
    </section>
  )
}
