import { RouteLink } from '@adsite/remote'
import type { ReactNode } from 'react'
import styles from './revenue-share.module.css'
import { useRevenueText } from './texts.ts'

/** From a media group to its revenue shares. */
export function RevenueShareLink({ publisherGroupId }: { publisherGroupId: number }): ReactNode {
  const text = useRevenueText()
  return (
    <section className={styles.panel}>
      <h2 className={styles.title}>{text('title')}</h2>
      <p className={styles.link}>
        <RouteLink to="revenue_share.group" params={{ id: publisherGroupId }}>
          {text('open')}
        </RouteLink>
      </p>
    </section>
  )
}
