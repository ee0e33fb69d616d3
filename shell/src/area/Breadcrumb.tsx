import { useRole } from '@adsite/auth'
import { useText } from '@adsite/i18n'
import type { Area, AreaRoute } from '@adsite/remote'
import type { ReactNode } from 'react'
import { generatePath, Link, useParams } from 'react-router-dom'
import { mayOpen, parentRoute } from '../guard/route-access.ts'
import { useShellText } from '../use-shell-text.ts'
import styles from './Breadcrumb.module.css'

/** Where the reader is: home, area, the route above, this one. From the route table alone. */
export function Breadcrumb({ area, route, pathname }: { area: Area; route: AreaRoute; pathname: string }): ReactNode {
  const shellText = useShellText()
  const text = useText()
  const role = useRole()
  const params = useParams()
  const parent = parentRoute(area.routes, route, pathname)
  return (
    <nav aria-label={shellText('breadcrumb')} className={styles.breadcrumb}>
      <ol>
        <li>
          <Link to="/">{shellText('home')}</Link>
        </li>
        <li>{text(area.title)}</li>
        {parent && (
          <li>{mayOpen(role, parent) ? <Link to={generatePath(parent.path, params)}>{text(parent.title)}</Link> : text(parent.title)}</li>
        )}
        <li aria-current="page">{text(route.title)}</li>
      </ol>
    </nav>
  )
}
