import { listSeparator, type AnyResource, type Role, type UndoEndpoint, type UndoRecord } from '@adsite/contract'
import { formatCount, formatDateTime, useLanguage, useLocalize } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { Button, Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { Dialog } from '../dialog/Dialog.tsx'
import { FailureText } from '../base/FailureText.tsx'
import kit from '../base/kit.module.css'
import { RetryButton } from '../element/RetryButton.tsx'
import { historyColumn } from '../value/history-column.ts'
import { useUndoText } from './texts.ts'
import styles from './undo.module.css'
import { UndoRecords } from './UndoRecords.tsx'
import { UndoValue } from './UndoValue.tsx'
import { isPossible, useUndo } from './use-undo.ts'

export interface UndoDialogProps {
  readonly resource: AnyResource
  readonly role: Role
  readonly endpoint: UndoEndpoint
  /** Any entry of the change. */
  readonly change: number
  /** The records to undo; absent: all records of the change. */
  readonly ids?: readonly number[] | undefined
  /** `done`: in how many records something was undone. */
  readonly onClose: (done: number) => void
}

/** Undoes a change: shows its effect on each field, lets the user choose fields, and shows the result. */
export default function UndoDialog({ resource, role, endpoint, change, ids, onClose }: UndoDialogProps): ReactNode {
  const text = useUndoText()
  const localize = useLocalize()
  const language = useLanguage()
  const shell = useShell()
  const { phase, possible, chosen, choose, run, retry } = useUndo(endpoint, change, ids)
  const figure = (value: number) => formatCount(value, language)
  const labelOf = (field: string) => {
    const column = historyColumn(resource, role, field)
    return column ? localize(column.label) : field
  }
  const labels = (fields: readonly string[]) => fields.map(labelOf).join(listSeparator(language))
  const records = 'answer' in phase ? phase.answer.records : []
  const [only] = records
  const single = records.length === 1 && only && only.whole === null ? only : null
  const choosing = phase.step === 'asking'

  async function start(): Promise<void> {
    const answer = await run()
    const [record] = answer?.records ?? []
    // A success for a single record needs no result page.
    if (answer?.records.length !== 1 || !record?.ok) return
    shell.alert('success', [text(record.held.length > 0 ? 'undo_submitted' : 'undo_done')], { autoClose: true })
    onClose(answer.done)
  }

  /** The fields of one record, each with a checkbox. */
  const fieldsOf = (record: UndoRecord) => (
    <fieldset className={styles.fields} disabled={!choosing}>
      <legend>{text('undo_fields')}</legend>
      {record.fields.map((field) => (
        <div key={field.field} className={styles.field}>
          <Checkbox
            checked={chosen.includes(field.field)}
            disabled={!choosing || !isPossible(field)}
            onChange={({ target }) => choose(field.field, target.checked)}
          >
            {labelOf(field.field)}
          </Checkbox>
          <div>
            <UndoValue resource={resource} role={role} field={field} />
          </div>
        </div>
      ))}
    </fieldset>
  )

  /** The fields of many records, selected for all of them together. */
  const choice = (
    <fieldset className={styles.choice} disabled={!choosing}>
      <legend>{text('undo_fields')}</legend>
      {possible.map((field) => (
        <Checkbox
          key={field}
          checked={chosen.includes(field)}
          disabled={!choosing}
          onChange={({ target }) => choose(field, target.checked)}
        >
          {text('undo_field_count', {
            field: labelOf(field),
            count: figure(records.filter(({ fields }) => fields.some((each) => each.field === field && isPossible(each))).length),
          })}
        </Checkbox>
      ))}
    </fieldset>
  )

  function status(): string {
    if (phase.step === 'loading') return text('undo_loading')
    if (phase.step === 'failed') return ''
    if (phase.step === 'running') return text('undo_running')
    const { done, total } = phase.answer
    if (phase.step === 'done') {
      const failed = records.filter(({ code }) => code !== null).length
      return [
        text('undo_done_count', { done: figure(done) }),
        ...(failed > 0 ? [text('undo_failed_count', { failed: figure(failed) })] : []),
      ].join(language === 'ja' ? '' : ' ')
    }
    if (possible.length === 0) return text('undo_nothing')
    if (chosen.length === 0) return text('undo_none_chosen')
    if (phase.stale) return text('undo_loading')
    return single ? '' : text('undo_count', { total: figure(total), done: figure(done) })
  }

  const close = () => onClose(phase.step === 'done' ? phase.answer.done : 0)
  const ready = phase.step === 'asking' && !phase.stale && chosen.length > 0 && phase.answer.done > 0
  const footer =
    phase.step === 'done'
      ? [
          <Button key="close" type="primary" onClick={close}>
            {text('close')}
          </Button>,
        ]
      : [
          <Button key="cancel" disabled={phase.step === 'running'} onClick={close}>
            {text('cancel')}
          </Button>,
          phase.step === 'failed' ? (
            <RetryButton key="retry" onClick={retry} />
          ) : (
            <Button key="run" type="primary" disabled={!ready} loading={phase.step === 'running'} onClick={() => void start()}>
              {single || !('answer' in phase) ? text('undo_run') : text('undo_run_count', { count: figure(phase.answer.done) })}
            </Button>
          ),
        ]

  return (
    <Dialog
      open
      width={720}
      title={text('undo_title')}
      mask={{ closable: false }}
      keyboard={phase.step !== 'running'}
      closable={phase.step !== 'running'}
      onCancel={close}
      footer={footer}
    >
      <div className={kit.form}>
        {'answer' in phase ? (
          <p className={kit.paragraph}>
            {text('undo_what', { by: phase.answer.by ?? text('system'), at: formatDateTime(phase.answer.at, language) })}
          </p>
        ) : null}
        {phase.step === 'failed' ? <FailureText error={phase.error} /> : null}
        {single ? fieldsOf(single) : null}
        {single?.held.length ? <p className={kit.paragraph}>{text('undo_held', { fields: labels(single.held) })}</p> : null}
        {single?.message && chosen.length > 0 ? (
          <p role="alert" className={`${kit.paragraph} ${kit.fault}`}>
            {single.message}
          </p>
        ) : null}
        {!single && possible.length > 0 && phase.step !== 'done' ? choice : null}
        {!single && records.length > 0 ? (
          <UndoRecords resource={resource} role={role} records={records} chosen={chosen} done={phase.step === 'done'} />
        ) : null}
        <output>{status()}</output>
      </div>
    </Dialog>
  )
}
