import { useShell } from '@adsite/remote'
import { useEffect, type ReactNode } from 'react'
import kit from '../base/kit.module.css'
import styles from './element.module.css'

interface PageProps {
  readonly title: ReactNode
  /** Browser tab title if it differs from the page title or the title is not a string, such as for a record (`recordTab`). */
  readonly tab?: string | undefined
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** Tab title of a record's page. The record comes first, because it distinguishes tabs. */
export function recordTab(record: string, page: string): string {
  return `${record} – ${page}`
}

/** The layout of every screen: heading, actions next to it, content below. */
export function Page({ title, tab = typeof title === 'string' ? title : undefined, actions, children }: PageProps): ReactNode {
  const shell = useShell()
  useEffect(() => (tab === undefined ? undefined : shell.nameTab(tab)), [shell, tab])
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <div className={styles.headText}>
          <h1 className={styles.heading}>{title}</h1>
        </div>
        {actions ? <div className={kit.actions}>{actions}</div> : null}
      </div>
      {children}
    </div>
  )
}
