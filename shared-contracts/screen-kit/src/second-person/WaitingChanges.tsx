import { useApiQuery } from '@adsite/api-client'
import { changeRequestEndpoints, type AnyResource } from '@adsite/contract'
import { formatDateTime, useLanguage } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Panel } from '../element/Panel.tsx'
import { ChangeValues } from './ChangeValues.tsx'
import { useWaitingText } from './texts.ts'

interface WaitingChangesProps {
  readonly resource: AnyResource
  readonly id: number
}

/** On the page of a record: the change of it that waits for a second person; nothing if there is none. */
export function WaitingChanges({ resource, id }: WaitingChangesProps): ReactNode {
  const text = useWaitingText()
  const language = useLanguage()
  const href = useShell().href('change_request.list')
  const query = { state: 'waiting', entity: resource.name, entity_id: String(id) } as const
  const { data, error, refetch } = useApiQuery(changeRequestEndpoints.list, { query })
  if (error && !data) return <Panel title={text('waiting_title')} failure={{ error, retry: () => void refetch() }} />
  return data?.data.map(({ id: request, action, before, after, reason, requested_by, requested_at, lapses_at }) => {
    const times = { at: formatDateTime(requested_at, language), lapses: formatDateTime(lapses_at, language) }
    return (
      <Panel key={request} title={text('waiting_title')}>
        <p>{text('waiting_by', { by: requested_by, ...times })}</p>
        {action === 'delete' ? <p>{text('waiting_delete')}</p> : null}
        <ChangeValues resource={resource} before={before} after={after} />
        {reason === null ? null : <p>{text('waiting_why', { reason })}</p>}
        {href === null ? null : <Link to={href}>{text('waiting_open')}</Link>}
      </Panel>
    )
  })
}
