import { useApiQuery } from '@adsite/api-client'
import { dashboardEndpoints, keysOf, waitingKinds, type WaitingAnswer, type WaitingKindName } from '@adsite/contract'
import { formatCount, useLanguage, useLocalize } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Card, CardContent, CardEmpty } from './Card.tsx'
import styles from './CardLists.module.css'
import { useDashboardText } from './texts.ts'

interface WaitingLineProps {
  readonly kind: WaitingKindName
  readonly query: Readonly<Record<string, string>>
  readonly count: number
}

function WaitingLine({ kind, query, count }: WaitingLineProps): ReactNode {
  const localize = useLocalize()
  const shell = useShell()
  const place = shell.href(waitingKinds[kind].route)
  const search = new URLSearchParams(query).toString()
  const label = localize(waitingKinds[kind].label)
  return (
    <li>
      {place === null ? <span>{label}</span> : <Link to={search ? `${place}?${search}` : place}>{label}</Link>}
      <strong>{formatCount(count, useLanguage())}</strong>
    </li>
  )
}

/** In the order of the contract; kinds that this page does not know are left out. */
function linesOf({ data, further = [] }: WaitingAnswer): WaitingLineProps[] {
  const items = [...data, ...further]
  return keysOf(waitingKinds).flatMap((kind) => items.flatMap((item) => (item.kind === kind ? [{ ...item, kind }] : [])))
}

/** Pending tasks of this role, with their counts and links to their lists. */
export function WaitingCard(): ReactNode {
  const text = useDashboardText()
  const query = useApiQuery(dashboardEndpoints.waiting)
  return (
    <Card kind="waiting" title={text('waiting')} busy={query.isPending}>
      <CardContent query={{ ...query, data: query.data && { data: linesOf(query.data) } }}>
        {(lines) =>
          lines.length === 0 ? (
            <CardEmpty>{text('waiting_empty')}</CardEmpty>
          ) : (
            <ul className={styles.counts}>
              {lines.map((line) => (
                <WaitingLine key={line.kind} {...line} />
              ))}
            </ul>
          )
        }
      </CardContent>
    </Card>
  )
}
