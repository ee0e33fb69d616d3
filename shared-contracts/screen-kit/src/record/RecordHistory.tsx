import { visibleFields, type Endpoint, type AnyResource, type Role } from '@adsite/contract'
import { formatDateTime, useLanguage, useText } from '@adsite/i18n'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { kit } from '../base/styles.tsx'
import { useKitText } from '../base/texts.ts'
import { PlainValue } from '../value/PlainValue.tsx'
import { historyGroups, type HistoryGroup } from './history-groups.ts'
import { useResourceHistory } from './use-resource-record.ts'

interface RecordHistoryProps {
  readonly resource: AnyResource
  readonly role: Role
  readonly endpoint: Endpoint
  readonly id: string
}

/** So many changes at first. */
const few = 5

function Change({ resource, role, group }: { resource: AnyResource; role: Role; group: HistoryGroup }): ReactNode {
  const text = useKitText()
  const read = useText()
  const language = useLanguage()
  const { head } = group
  const visible: readonly string[] = visibleFields(resource, role)
  const changes = head.action === 'update' ? group.changes.filter(({ field }) => visible.includes(field)) : []
  return (
    <li className={kit.change}>
      <p>
        {text(`history_${head.action}`)}{' '}
        <span className={kit.muted}>{`${head.by ?? text('system')} · ${text(`source_${head.source}`)}`}</span>
      </p>
      <p className={kit.small}>
        <time dateTime={head.at}>{formatDateTime(head.at, language)}</time>
      </p>
      {changes.length > 0 ? (
        <ul>
          {changes.map(({ field: name, before, after }) => {
            const field = resource.fields[name]!
            return (
              <li key={name} className={kit.change_field}>
                <span className={kit.muted}>{read(field.label)}</span>
                <span>
                  <del className={kit.before}>
                    <PlainValue field={field} value={before} />
                  </del>
                  {' → '}
                  <ins style={{ textDecoration: 'none' }}>
                    <PlainValue field={field} value={after} />
                  </ins>
                </span>
              </li>
            )
          })}
        </ul>
      ) : null}
    </li>
  )
}

/** Who changed what, newest first. */
export function RecordHistory({ resource, role, endpoint, id }: RecordHistoryProps): ReactNode {
  const text = useKitText()
  const { entries, error, retry } = useResourceHistory(endpoint, id)
  const [all, setAll] = useState(false)
  const groups = historyGroups(entries ?? [])
  return (
    <section className={kit.panel} aria-busy={!entries && !error}>
      <h2 className={kit.section_title}>{text('history')}</h2>
      {error ? (
        <div className={kit.side} role="alert">
          <p className={kit.small}>{error.message}</p>
          <Button size="small" onClick={retry}>
            {text('retry')}
          </Button>
        </div>
      ) : (
        <ol className={kit.history}>
          {entries ? null : (
            <li className={kit.change}>
              <span className={kit.bone} />
            </li>
          )}
          {entries && groups.length === 0 ? <li className={kit.small}>{text('history_empty')}</li> : null}
          {(all ? groups : groups.slice(0, few)).map((group) => (
            <Change key={group.key} resource={resource} role={role} group={group} />
          ))}
        </ol>
      )}
      {!all && groups.length > few ? (
        <div className={kit.footer}>
          <Button size="small" onClick={() => setAll(true)}>
            {text('history_more')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}
