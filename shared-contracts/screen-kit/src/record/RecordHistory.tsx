import { visibleFields, type AnyResource, type Role, type UndoEndpoint } from '@adsite/contract'
import { formatDateTime, useLanguage, useLocalize } from '@adsite/i18n'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { PartFailure } from '../element/Notice.tsx'
import kit from '../base/kit.module.css'
import styles from './record.module.css'
import { useRecordText } from './texts.ts'
import { UndoButton } from '../undo/UndoButton.tsx'
import { PlainValue } from '../value/PlainValue.tsx'
import { historyColumn } from '../value/history-column.ts'
import { historyGroups, type HistoryGroup } from './history-groups.ts'
import { useResourceHistory } from './use-resource-record.ts'
import type { HistoryEndpoint } from '../base/resource-endpoints.ts'

interface RecordHistoryProps {
  readonly resource: AnyResource
  readonly role: Role
  readonly endpoint: HistoryEndpoint
  /** Absent: changes are not taken back. */
  readonly undo: UndoEndpoint | undefined
  readonly id: string
}

/** Whether the entry is about a field that the role receives, and not a reason or a related entry. */
const isField = (resource: AnyResource, role: Role, name: string) => visibleFields(resource, role).includes(name)

/** Number of changes shown initially. */
const few = 5

interface ChangeProps extends Pick<RecordHistoryProps, 'resource' | 'role' | 'undo' | 'id'> {
  readonly group: HistoryGroup
}

/** Takes the change back, in this record or wherever it was made along. */
function UndoButtons({ resource, undo, id, group: { head } }: ChangeProps): ReactNode {
  const text = useRecordText()
  const language = useLanguage()
  const at = formatDateTime(head.at, language)
  const common = { resource, endpoint: undo, change: head.id, size: 'small' } as const
  const all = head.source === 'import' ? 'history_undo_import' : 'history_undo_all'
  return (
    <div className={styles.undo}>
      <UndoButton {...common} ids={[Number(id)]} name={text('history_undo_name', { at })}>
        {text('history_undo')}
      </UndoButton>
      {head.others ? (
        <UndoButton {...common} name={text(`${all}_name`, { at })}>
          {text(all)}
        </UndoButton>
      ) : null}
    </div>
  )
}

function Change(props: ChangeProps): ReactNode {
  const { resource, role, group } = props
  const text = useRecordText()
  const localize = useLocalize()
  const language = useLanguage()
  const { head } = group
  const changes = head.action === 'update' ? group.changes : []
  return (
    <li className={styles.change}>
      <p>
        {text(`history_${head.action}`)}{' '}
        <span
          className={kit.muted}
        >{`${head.by ?? text('system')} · ${head.key ? text('source_key', { name: head.key }) : text(`source_${head.source}`)}`}</span>
      </p>
      <p className={kit.small}>
        <time dateTime={head.at}>{formatDateTime(head.at, language)}</time>
      </p>
      {head.undoes ? (
        <p className={kit.small}>
          {text('history_undoes', { at: formatDateTime(head.undoes.at, language), by: head.undoes.by ?? text('system') })}
        </p>
      ) : null}
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
      {changes.some(({ field }) => isField(resource, role, field)) ? <UndoButtons {...props} /> : null}
    </li>
  )
}

interface HistoryPageProps extends RecordHistoryProps {
  /** Null: the newest entries. */
  readonly after: string | null
}

/** A page of the history; loads the earlier page on demand. */
function HistoryPage(props: HistoryPageProps): ReactNode {
  const { resource, role, endpoint, undo, id, after } = props
  const text = useRecordText()
  const { entries, next, error, retry } = useResourceHistory(endpoint, id, after)
  const [all, setAll] = useState(after !== null)
  const [earlier, setEarlier] = useState(false)
  const groups = historyGroups(entries ?? [])
  const rest = !all && groups.length > few

  if (error) {
    return (
      <li className={styles.change}>
        <PartFailure error={error} retry={retry} />
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
      {entries && groups.length === 0 && after === null ? (
        <li className={`${styles.change} ${kit.small}`}>{text('history_empty')}</li>
      ) : null}
      {(rest ? groups.slice(0, few) : groups).map((group) => (
        <Change key={group.key} resource={resource} role={role} undo={undo} id={id} group={group} />
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
  const text = useRecordText()
  return (
    <section className={kit.panel}>
      <h2 className={kit.sectionTitle}>{text('history')}</h2>
      <ol className={styles.history}>
        <HistoryPage {...props} after={null} />
      </ol>
    </section>
  )
}
