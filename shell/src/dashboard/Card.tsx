import { useId, type ReactNode, type Ref } from 'react'
import { Link } from 'react-router-dom'
import { useCommonText } from '../base/use-shell-text.ts'
import styles from './Card.module.css'

interface CardProps {
  /** Which card it is; determines its position and its height, which does not depend on the content. */
  readonly kind: 'system' | 'notifications' | 'waiting' | 'delivery' | 'attention' | 'pace'
  readonly title: string
  /** Link to the complete list; absent or null: there is none, or not for this role. */
  readonly href?: string | null
  /** Shown next to the title. */
  readonly aside?: ReactNode
  readonly busy: boolean
  readonly ref?: Ref<HTMLElement>
  readonly children: ReactNode
}

/** A card of the dashboard. Overflowing content scrolls inside the card, so that the layout never shifts. */
export function Card({ kind, title, href = null, aside, busy, ref, children }: CardProps): ReactNode {
  const id = useId()
  return (
    <section ref={ref} className={`${styles.card} ${styles[kind]}`} aria-labelledby={id} aria-busy={busy}>
      <header className={styles.head}>
        <h2 id={id} tabIndex={-1}>
          {href === null ? title : <Link to={href}>{title}</Link>}
        </h2>
        {aside}
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  )
}

/** Content of a card whose request failed: the error message and 再試行. Other cards are not affected. */
export function CardFailure({ error, retry }: { error: Pick<Error, 'message'>; retry: () => void }): ReactNode {
  const common = useCommonText()
  return (
    <div className={styles.notice} role="alert">
      <p>{error.message}</p>
      <button type="button" className={styles.quiet} onClick={retry}>
        {common('retry')}
      </button>
    </div>
  )
}

export function CardEmpty({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles.notice}>{children}</div>
}

const bones = [1, 2, 3]

/** Placeholder lines while loading. */
export function CardWaiting(): ReactNode {
  return (
    <>
      <output className="visually-hidden">{useCommonText()('loading')}</output>
      {bones.map((bone) => (
        <span key={bone} className={styles.bone} />
      ))}
    </>
  )
}

interface CardContentProps<T> {
  readonly query: { readonly data: { readonly data: T } | undefined; readonly error: Error | null; readonly refetch: () => unknown }
  readonly children: (data: T) => ReactNode
}

/** Renders the state of a card's query: loading, failed or loaded. */
export function CardContent<T>({ query: { data, error, refetch }, children }: CardContentProps<T>): ReactNode {
  if (data) return children(data.data)
  return error ? <CardFailure error={error} retry={() => void refetch()} /> : <CardWaiting />
}
