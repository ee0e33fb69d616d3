import { useId, type ReactNode, type Ref } from 'react'
import styles from './api-key.module.css'

interface Props {
  readonly title: string
  readonly help?: string
  readonly ref?: Ref<HTMLElement>
  readonly children: ReactNode
}

/** A card across the whole width of the page. */
export function Section({ title, help, ref, children }: Props): ReactNode {
  const id = useId()
  return (
    <section ref={ref} className={styles.section} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {help && <p className={styles.help}>{help}</p>}
      {children}
    </section>
  )
}
