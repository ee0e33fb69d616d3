import { useApiQuery } from '@adsite/api-client'
import { useMay } from '@adsite/auth'
import { changeRequestEndpoints, changeRequestEntities, isKeyOf, type AnyResource } from '@adsite/contract'
import { formatDateTime, useLanguage, useLocalize } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Panel } from '../element/Panel.tsx'
import { ChangeValues } from './ChangeValues.tsx'
import { useWaitingText } from './texts.ts'

interface WaitingChangesProps {
  /** The name of a resource, or one of `changeRequestEntities`. */
  readonly entity: string
  /** Undefined: what changes has fields of its own. */
  readonly resource?: AnyResource
  readonly id: number
}

/** On the page of a record: the changes of it that wait for a second person, for those who may decide; nothing if there are none. */
export function WaitingChanges(props: WaitingChangesProps): ReactNode {
  return useMay('change_request.decide') ? <Waiting {...props} /> : null
}

function Waiting({ entity, resource, id }: WaitingChangesProps): ReactNode {
  const localize = useLocalize()
  const text = useWaitingText()
  const language = useLanguage()
  const href = useShell().href('change_request.list')
  const query = { state: 'waiting', entity, entity_id: String(id) } as const
  const { data, error, refetch } = useApiQuery(changeRequestEndpoints.list, { query })
  if (error && !data) return <Panel title={text('waiting_title')} failure={{ error, retry: () => void refetch() }} />
  return data?.data.map(({ id: request, action, before, after, reason, requested_by, requested_at, lapses_at }) => {
    const times = { at: formatDateTime(requested_at, language), lapses: formatDateTime(lapses_at, language) }
    return (
      <Panel key={request} title={text('waiting_title')}>
        <p>{text('waiting_by', { by: requested_by, ...times })}</p>
        {isKeyOf(changeRequestEntities, entity) ? (
          <p>{localize(changeRequestEntities[entity])}</p>
        ) : action === 'delete' ? (
          <p>{text('waiting_delete')}</p>
        ) : null}
        <ChangeValues resource={resource} before={before} after={after} />
        {reason === null ? null : <p>{text('waiting_why', { reason })}</p>}
        {href === null ? null : <Link to={href}>{text('waiting_open')}</Link>}
      </Panel>
    )
  })
}
