import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useShellText } from '../base/use-shell-text.ts'
import styles from './Crumbs.module.css'

export interface Crumb {
  readonly title: string
  /** Absent: not a page, or not accessible to the user. */
  readonly href?: string | undefined
}

/** The user's position: home, the levels in between, and the current page. */
export function Crumbs({ between = [], page }: { between?: readonly Crumb[]; page: string }): ReactNode {
  const shellText = useShellText()
  return (
    <nav aria-label={shellText('breadcrumb')} className={styles.crumbs}>
      <ol>
        <li>
          <Link to="/">{shellText('home')}</Link>
        </li>
        {between.map(({ title, href }) => (
          <li key={title}>{href === undefined ? title : <Link to={href}>{title}</Link>}</li>
        ))}
        <li aria-current="page">{page}</li>
      </ol>
    </nav>
  )
}
