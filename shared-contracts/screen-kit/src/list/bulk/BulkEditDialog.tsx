import { fromMicros, micros, type AnyResource, type EditEndpoint, type EditResult, type UndoEndpoint } from '@adsite/contract'
import { formatCount, formatYen, useLanguage } from '@adsite/i18n'
import { Button, Modal } from 'antd'
import { useId, type ReactNode } from 'react'
import { fieldOf } from '../../base/field-of.ts'
import kit from '../../base/kit.module.css'
import type { RecordAddress } from '../../element/RecordLink.tsx'
import { UndoButton } from '../../undo/UndoButton.tsx'
import { BulkEditForm } from './BulkEditForm.tsx'
import { BulkEditRows } from './BulkEditRows.tsx'
import { useBulkText } from './texts.ts'
import { changedBy, useBulkEdit, type BulkEditAnswer } from './use-bulk-edit.ts'
import type { BulkTarget } from './use-bulk-run.ts'

interface BulkEditDialogProps extends RecordAddress {
  readonly resource: AnyResource
  readonly endpoint: EditEndpoint
  readonly undo: UndoEndpoint | undefined
  readonly fields: readonly string[]
  readonly target: BulkTarget
  /** `done`: whether anything was changed. */
  readonly onClose: (done: boolean) => void
}

/** The sums of a money field before and after, of the records that change. */
function sumsOf(resource: AnyResource, results: readonly EditResult[]): { readonly before: string; readonly after: string } | null {
  const changes = results.flatMap((result) => result.changes.filter(({ field }) => fieldOf(resource, field).kind === 'money'))
  if (changes.length === 0) return null
  const sum = (values: readonly unknown[]) => fromMicros(values.reduce((total: bigint, value) => total + micros(String(value ?? '0')), 0n))
  return { before: sum(changes.map(({ before }) => before)), after: sum(changes.map(({ after }) => after)) }
}

/** Edits a field of many records: the edit, what it would do to each, and what it did. */
export default function BulkEditDialog({ resource, endpoint, undo, fields, target, onClose, ...address }: BulkEditDialogProps): ReactNode {
  const text = useBulkText()
  const language = useLanguage()
  const form = useId()
  const { phase, error, preview, run, back } = useBulkEdit(endpoint, target)
  const figure = (count: number) => formatCount(count, language)
  const isBusy = phase.step === 'previewing' || phase.step === 'running'

  function counts(answer: BulkEditAnswer, done: boolean): string {
    const changed = changedBy(answer)
    const held = changed.filter((result) => result.held.length > 0).length
    const refused = answer.results.filter(({ ok }) => !ok).length
    const same = answer.total - changed.length - refused
    const now = changed.length - held
    return [
      text(done ? 'bulk_edit_count_done' : 'bulk_edit_count', { total: figure(answer.total), count: figure(now) }),
      ...(held > 0 ? [text('bulk_edit_count_held', { count: figure(held) })] : []),
      ...(refused > 0 ? [text('bulk_edit_count_refused', { count: figure(refused) })] : []),
      ...(same > 0 ? [text('bulk_edit_count_same', { count: figure(same) })] : []),
    ].join(language === 'ja' ? '' : ' ')
  }

  function report(answer: BulkEditAnswer, done: boolean): ReactNode {
    const sums = sumsOf(resource, changedBy(answer))
    return (
      <>
        <output>{counts(answer, done)}</output>
        {sums ? (
          <p className={kit.paragraph}>
            <strong>{text('bulk_edit_sum', { before: formatYen(sums.before, language), after: formatYen(sums.after, language) })}</strong>
          </p>
        ) : null}
        <BulkEditRows resource={resource} results={answer.results} done={done} {...address} />
      </>
    )
  }

  const cancel = (
    <Button key="cancel" disabled={phase.step === 'running'} onClick={() => onClose(false)}>
      {text('cancel')}
    </Button>
  )
  function footer(): ReactNode[] {
    if (phase.step === 'done') {
      const taken = phase.answer.change
      return [
        ...(taken === null
          ? []
          : [
              <UndoButton key="undo" resource={resource} endpoint={undo} change={taken}>
                {text('bulk_edit_undo')}
              </UndoButton>,
            ]),
        <Button key="close" type="primary" onClick={() => onClose(true)}>
          {text('close')}
        </Button>,
      ]
    }
    if (phase.step === 'asking' || phase.step === 'running') {
      const count = changedBy(phase.answer).length
      return [
        cancel,
        <Button key="back" disabled={isBusy} onClick={back}>
          {text('bulk_edit_back')}
        </Button>,
        <Button key="run" type="primary" loading={isBusy} disabled={count === 0} onClick={() => void run()}>
          {text('bulk_edit_run', { count: figure(count) })}
        </Button>,
      ]
    }
    return [
      cancel,
      <Button key="preview" type="primary" htmlType="submit" form={form} loading={isBusy}>
        {text('bulk_edit_preview')}
      </Button>,
    ]
  }

  return (
    <Modal
      open
      width={760}
      title={text('bulk_edit')}
      mask={{ closable: false }}
      keyboard={!isBusy}
      closable={phase.step !== 'running'}
      onCancel={() => onClose(phase.step === 'done')}
      footer={footer()}
    >
      <div className={kit.form}>
        {error ? (
          <p role="alert" className={kit.paragraph}>
            {[error.message, ...Object.values(error.errors).flat()].join(' ')}
          </p>
        ) : null}
        <div hidden={phase.step !== 'choosing' && phase.step !== 'previewing'}>
          <BulkEditForm id={form} resource={resource} fields={fields} onSubmit={(edit) => void preview(edit)} />
        </div>
        {phase.step === 'previewing' ? <output>{text('bulk_edit_checking')}</output> : null}
        {phase.step === 'running' ? <output>{text('bulk_edit_running')}</output> : null}
        {phase.step === 'asking' ? report(phase.answer, false) : null}
        {phase.step === 'done' ? report(phase.answer, true) : null}
      </div>
    </Modal>
  )
}
