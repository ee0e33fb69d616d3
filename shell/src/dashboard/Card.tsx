import { useId, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useCommonText } from '../base/use-shell-text.ts'
import styles from './DashboardScreen.module.css'

interface CardProps {
  /** Which card it is: its place and its height, which is the same whatever it comes to hold. */
  readonly kind: 'system' | 'notifications' | 'waiting' | 'delivery' | 'attention' | 'campaigns'
  readonly title: string
  /** Where the whole of it is; absent or null: nowhere, or not for this role. */
  readonly href?: string | null
  /** Beside the title. */
  readonly aside?: ReactNode
  readonly busy: boolean
  readonly children: ReactNode
}

/** One part of the dashboard. What does not fit scrolls inside, so that the page never jumps. */
export function Card({ kind, title, href = null, aside, busy, children }: CardProps): ReactNode {
  const id = useId()
  return (
    <section className={`${styles.card} ${styles[kind]}`} aria-labelledby={id} aria-busy={busy}>
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

/** A card whose call failed: what was said, and 再試行. The others are not concerned. */
export function CardFailure({ error, retry }: { error: Error; retry: () => void }): ReactNode {
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

/** Lines that are on their way. */
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

/** What a card's one call came to: on its way, failed, or there. */
export function CardContent<T>({ query: { data, error, refetch }, children }: CardContentProps<T>): ReactNode {
  if (data) return children(data.data)
  return error ? <CardFailure error={error} retry={() => void refetch()} /> : <CardWaiting />
}
