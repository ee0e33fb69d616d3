import { useApiQuery } from '@adsite/api-client'
import { dashboardEndpoints, waitingKinds, type WaitingItem } from '@adsite/contract'
import { formatCount, useLanguage, useLocalize } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Card, CardContent, CardEmpty } from './Card.tsx'
import styles from './CardLists.module.css'
import { useDashboardText } from './texts.ts'

function WaitingLine({ item }: { item: WaitingItem }): ReactNode {
  const localize = useLocalize()
  const shell = useShell()
  const place = shell.href(waitingKinds[item.kind].route)
  const search = new URLSearchParams(item.query).toString()
  const label = localize(waitingKinds[item.kind].label)
  return (
    <li>
      {place === null ? <span>{label}</span> : <Link to={search ? `${place}?${search}` : place}>{label}</Link>}
      <strong>{formatCount(item.count, useLanguage())}</strong>
    </li>
  )
}

/** Pending tasks of this role, with their counts and links to their lists. */
export function WaitingCard(): ReactNode {
  const text = useDashboardText()
  const query = useApiQuery(dashboardEndpoints.waiting)
  return (
    <Card kind="waiting" title={text('waiting')} busy={query.isPending}>
      <CardContent query={query}>
        {(items) =>
          items.length === 0 ? (
            <CardEmpty>{text('waiting_empty')}</CardEmpty>
          ) : (
            <ul className={styles.counts}>
              {items.map((item) => (
                <WaitingLine key={item.kind} item={item} />
              ))}
            </ul>
          )
        }
      </CardContent>
    </Card>
  )
}
