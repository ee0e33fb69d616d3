import { fromMicros, micros, type AnyResource, type EditEndpoint, type EditResult, type UndoEndpoint } from '@adsite/contract'
import { formatCount, formatYen, useLanguage } from '@adsite/i18n'
import { Button } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { Dialog } from '../../dialog/Dialog.tsx'
import { FailureText } from '../../base/FailureText.tsx'
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
  /** Same as `hold` of `ResourceListState`. */
  readonly hold: () => void
  /** `done`: whether anything was changed. */
  readonly onClose: (done: boolean) => void
}

/** The sums of a money field before and after, of what changes at once, or of what waits for an approval. */
function sumsOf(
  resource: AnyResource,
  results: readonly EditResult[],
  waiting: boolean,
): { readonly before: string; readonly after: string } | null {
  const changes = results.flatMap(({ held, changes: all }) =>
    all.filter(({ field }) => fieldOf(resource, field).kind === 'money' && held.includes(field) === waiting),
  )
  if (changes.length === 0) return null
  const sum = (values: readonly unknown[]) => fromMicros(values.reduce((total: bigint, value) => total + micros(String(value ?? '0')), 0n))
  return { before: sum(changes.map(({ before }) => before)), after: sum(changes.map(({ after }) => after)) }
}

/** Edits a field of many records: the edit, what it would do to each, and what it did. */
export default function BulkEditDialog({
  resource,
  endpoint,
  undo,
  fields,
  target,
  hold,
  onClose,
  ...address
}: BulkEditDialogProps): ReactNode {
  const text = useBulkText()
  const language = useLanguage()
  const form = useId()
  const { phase, error, preview, run, stop, back } = useBulkEdit(endpoint, target)
  const [undone, setUndone] = useState<number | null>(null)
  const figure = (count: number) => formatCount(count, language)

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

  function report(answer: BulkEditAnswer, done: boolean, { stopped, unsure } = { stopped: 0, unsure: 0 }): ReactNode {
    if (undone !== null) return <output>{text('bulk_edit_undone', { count: figure(undone) })}</output>
    const sums = ([false, true] as const).flatMap((waiting) => {
      const found = sumsOf(resource, changedBy(answer), waiting)
      return found ? [{ key: waiting ? 'bulk_edit_sum_held' : 'bulk_edit_sum', ...found } as const] : []
    })
    return (
      <>
        <output>
          {answer.total > 0 ? counts(answer, done) : null}
          {unsure > 0 ? ` ${text('bulk_unsure', { unsure: figure(unsure) })}` : ''}
          {stopped > 0 ? ` ${text('bulk_stopped', { stopped: figure(stopped) })}` : ''}
        </output>
        {sums.map(({ key, before, after }) => (
          <p key={key} className={kit.paragraph}>
            <strong>{text(key, { before: formatYen(before, language), after: formatYen(after, language) })}</strong>
          </p>
        ))}
        <BulkEditRows resource={resource} results={answer.results} done={done} {...address} />
      </>
    )
  }

  const cancel = (
    <Button key="cancel" onClick={() => onClose(false)}>
      {text('cancel')}
    </Button>
  )
  const told = phase.step === 'done' ? phase.error : error
  function footer(): ReactNode[] {
    switch (phase.step) {
      case 'done': {
        const taken = phase.answer.change
        return [
          ...(taken === null || undone !== null
            ? []
            : [
                <UndoButton key="undo" resource={resource} endpoint={undo} change={taken} onUndone={setUndone}>
                  {text('bulk_edit_undo')}
                </UndoButton>,
              ]),
          <Button key="close" type="primary" onClick={() => onClose(true)}>
            {text('close')}
          </Button>,
        ]
      }
      case 'running':
        return [
          <Button key="stop" onClick={stop}>
            {text('bulk_stop')}
          </Button>,
        ]
      case 'asking': {
        const count = changedBy(phase.answer).length
        return [
          cancel,
          <Button key="back" onClick={back}>
            {text('bulk_edit_back')}
          </Button>,
          <Button
            key="run"
            type="primary"
            disabled={count === 0}
            onClick={() => {
              hold()
              void run()
            }}
          >
            {text('bulk_edit_run', { count: figure(count) })}
          </Button>,
        ]
      }
      case 'previewing':
        return [
          cancel,
          <Button key="back" onClick={back}>
            {text('bulk_edit_back')}
          </Button>,
        ]
      case 'choosing':
        return [
          cancel,
          <Button key="preview" type="primary" htmlType="submit" form={form}>
            {text('bulk_edit_preview')}
          </Button>,
        ]
    }
  }

  return (
    <Dialog
      open
      width={760}
      title={text('bulk_edit')}
      mask={{ closable: false }}
      keyboard={phase.step !== 'running'}
      closable={phase.step !== 'running'}
      onCancel={() => onClose(phase.step === 'done')}
      footer={footer()}
    >
      <div className={kit.form}>
        {told ? <FailureText error={told} /> : null}
        <div hidden={phase.step !== 'choosing'}>
          <BulkEditForm id={form} resource={resource} fields={fields} onSubmit={(edit) => void preview(edit)} />
        </div>
        {phase.step === 'previewing' ? (
          <>
            <output>{text('bulk_edit_checking')}</output>
            <progress className={kit.progress} aria-label={text('bulk_edit')} />
          </>
        ) : null}
        {phase.step === 'running' ? (
          <>
            <output>{text('bulk_running', { done: figure(phase.done), total: figure(phase.total) })}</output>
            <progress className={kit.progress} value={phase.done} max={phase.total} aria-label={text('bulk_edit')} />
          </>
        ) : null}
        {phase.step === 'asking' ? report(phase.answer, false) : null}
        {phase.step === 'done' ? report(phase.answer, true, phase) : null}
      </div>
    </Dialog>
  )
}
