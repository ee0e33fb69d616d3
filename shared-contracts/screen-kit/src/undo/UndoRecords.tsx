import type { AnyResource, Role, UndoRecord } from '@adsite/contract'
import { formatCount, useLanguage, useLocalize } from '@adsite/i18n'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import kit from '../base/kit.module.css'
import { takesLostFocus } from '../focus/takes-lost-focus.ts'
import { historyColumn } from '../value/history-column.ts'
import { useUndoText } from './texts.ts'
import styles from './undo.module.css'
import { UndoValue } from './UndoValue.tsx'

interface UndoRecordsProps {
  readonly resource: AnyResource
  readonly role: Role
  readonly records: readonly UndoRecord[]
  /** Fields that are not deselected. */
  readonly chosen: readonly string[]
  readonly done: boolean
}

/** Page size of the records, because there may be thousands. */
const step = 100

/** The outcome for one record, in the preview or after the undo. */
function Outcome({ record, done }: { record: UndoRecord; done: boolean }): ReactNode {
  const text = useUndoText()
  if (record.whole) return <span className={kit.small}>{text(`undo_whole_${record.whole}`)}</span>
  if (!record.ok && record.code === null) return <span className={`${kit.tag} ${kit.neutral}`}>{text('undo_skip')}</span>
  if (!record.ok) {
    return (
      <>
        <span className={`${kit.tag} ${kit.error}`}>{text('undo_refused')}</span> {record.message}
      </>
    )
  }
  if (record.held.length > 0) return <span className={`${kit.tag} ${kit.warning}`}>{text('undo_held_short')}</span>
  return <span className={`${kit.tag} ${kit.success}`}>{text(done ? 'undo_run_done' : 'undo_ok')}</span>
}

/** The records of a change with the fields to undo in each, refused ones first. */
export function UndoRecords({ resource, role, records, chosen, done }: UndoRecordsProps): ReactNode {
  const text = useUndoText()
  const localize = useLocalize()
  const language = useLanguage()
  const [shown, setShown] = useState(step)
  const urgency = ({ ok, code }: UndoRecord) => (code === null ? (ok ? 1 : 2) : 0)
  const sorted = records.toSorted((one, other) => urgency(one) - urgency(other))
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without the focus the keyboard cannot scroll it */}
      <section className={kit.results} aria-label={text('undo_records')} tabIndex={0}>
        <table className={`${kit.versions} ${styles.records}`}>
          <thead>
            <tr>
              <th scope="col">{text('undo_records')}</th>
              <th scope="col">{text('undo_values')}</th>
              <th scope="col">{text('undo_result')}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, shown).map((record, index) => (
              <tr key={record.id} ref={index > 0 && index % step === 0 ? takesLostFocus : undefined}>
                <th scope="row">{record.name ?? `#${record.id}`}</th>
                <td>
                  <ul className={styles.values}>
                    {record.fields
                      .filter(({ field, stays }) => stays !== null || chosen.includes(field))
                      .map((field) => {
                        const column = historyColumn(resource, role, field.field)
                        return column ? (
                          <li key={field.field}>
                            <span className={kit.muted}>{localize(column.label)}</span>{' '}
                            <UndoValue resource={resource} role={role} field={field} />
                          </li>
                        ) : null
                      })}
                  </ul>
                </td>
                <td>
                  <Outcome record={record} done={done} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {sorted.length > shown ? (
        <Button size="small" onClick={() => setShown(shown + step)}>
          {text('undo_more', { count: formatCount(sorted.length - shown, language) })}
        </Button>
      ) : null}
    </>
  )
}
