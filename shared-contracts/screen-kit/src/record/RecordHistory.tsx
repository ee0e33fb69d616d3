import type { AnyResource, Role } from '@adsite/contract'
import { formatDateTime, useLanguage, useLocalize } from '@adsite/i18n'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { RetryButton } from '../element/RetryButton.tsx'
import kit from '../base/kit.module.css'
import styles from './record.module.css'
import { useKitText } from '../base/texts.ts'
import { PlainValue } from '../value/PlainValue.tsx'
import { historyColumn, historyGroups, type HistoryGroup } from './history-groups.ts'
import { useResourceHistory } from './use-resource-record.ts'
import type { HistoryEndpoint } from '../base/resource-endpoints.ts'

interface RecordHistoryProps {
  readonly resource: AnyResource
  readonly role: Role
  readonly endpoint: HistoryEndpoint
  readonly id: string
}

/** Number of changes shown initially. */
const few = 5

function Change({ resource, role, group }: { resource: AnyResource; role: Role; group: HistoryGroup }): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const language = useLanguage()
  const { head } = group
  const changes = head.action === 'update' ? group.changes : []
  return (
    <li className={styles.change}>
      <p>
        {text(`history_${head.action}`)}{' '}
        <span className={kit.muted}>{`${head.by ?? text('system')} · ${text(`source_${head.source}`)}`}</span>
      </p>
      <p className={kit.small}>
        <time dateTime={head.at}>{formatDateTime(head.at, language)}</time>
      </p>
      <ul>
        {changes.map(({ id, field: name, before, after }) => {
          const column = historyColumn(resource, role, name)
          return column === null ? null : (
            <li key={id} className={styles.changeField}>
              <span className={kit.muted}>{localize(column.label)}</span>
              <span>
                <del className={kit.before}>
                  <PlainValue field={column} value={before} />
                </del>
                {' → '}
                <ins style={{ textDecoration: 'none' }}>
                  <PlainValue field={column} value={after} />
                </ins>
              </span>
            </li>
          )
        })}
      </ul>
    </li>
  )
}

interface HistoryPageProps extends RecordHistoryProps {
  /** Null: the newest entries. */
  readonly after: string | null
}

/** A page of the history; loads the earlier page on demand. */
function HistoryPage(props: HistoryPageProps): ReactNode {
  const { resource, role, endpoint, id, after } = props
  const text = useKitText()
  const { entries, next, error, retry } = useResourceHistory(endpoint, id, after)
  const [all, setAll] = useState(after !== null)
  const [earlier, setEarlier] = useState(false)
  const groups = historyGroups(entries ?? [])
  const rest = !all && groups.length > few

  if (error) {
    return (
      <li className={styles.change} role="alert">
        <p className={kit.small}>{error.message}</p>
        <RetryButton size="small" onClick={retry} />
      </li>
    )
  }
  return (
    <>
      {entries ? null : (
        <li className={styles.change} aria-busy="true">
          <span className={kit.bone} />
        </li>
      )}
      {entries && groups.length === 0 && after === null ? <li className={kit.small}>{text('history_empty')}</li> : null}
      {(rest ? groups.slice(0, few) : groups).map((group) => (
        <Change key={group.key} resource={resource} role={role} group={group} />
      ))}
      {rest || (next !== null && !earlier) ? (
        <li className={styles.change}>
          <Button size="small" onClick={() => (rest ? setAll(true) : setEarlier(true))}>
            {text('history_more')}
          </Button>
        </li>
      ) : null}
      {earlier && next !== null ? <HistoryPage {...props} after={next} /> : null}
    </>
  )
}

/** Changes of a record with their authors, newest first. */
export function RecordHistory(props: RecordHistoryProps): ReactNode {
  const text = useKitText()
  return (
    <section className={kit.panel}>
      <h2 className={kit.sectionTitle}>{text('history')}</h2>
      <ol className={styles.history}>
        <HistoryPage {...props} after={null} />
      </ol>
    </section>
  )
}
