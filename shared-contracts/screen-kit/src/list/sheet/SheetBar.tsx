import { call, refreshed } from '@adsite/api-client'
import type { AnyResource, EditEndpoint, UndoEndpoint } from '@adsite/contract'
import { formatCount, useLanguage } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { Button } from 'antd'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import sticky from '../../focus/sticky.module.css'
import { sticksToBottom } from '../../focus/sticky-bar.ts'
import { UnsavedDialog } from '../../form/UnsavedDialog.tsx'
import { useUnsavedGuard } from '../../form/state/use-unsaved-guard.ts'
import { UndoButton } from '../../undo/UndoButton.tsx'
import { SheetProblems } from './SheetProblems.tsx'
import { isStored, rowFaults, storedValues } from './sheet-state.ts'
import { useSheetText } from './texts.ts'
import type { Sheet } from './use-sheet.ts'

interface SheetBarProps {
  readonly resource: AnyResource
  readonly endpoint: EditEndpoint
  readonly undo: UndoEndpoint | undefined
  readonly sheet: Sheet
  /** Same as `hold` of `ResourceListState`. */
  readonly hold: () => void
}

/** The changed rows of a list: saves all of them at once, and says what became of each. */
export default function SheetBar({ resource, endpoint, undo, sheet: { state, dispatch }, hold }: SheetBarProps): ReactNode {
  const text = useSheetText()
  const language = useLanguage()
  const shell = useShell()
  const [sending, setSending] = useState(false)
  const told = useRef<HTMLOutputElement>(null)
  const wasSending = useRef(false)
  useEffect(() => {
    // What was pressed is gone once all is saved, and cannot be pressed where all is refused.
    if (wasSending.current && !sending && document.activeElement?.matches('body, :disabled')) told.current?.focus()
    wasSending.current = sending
  }, [sending])
  const drafts = [...state.rows.values()]
  const isFaulty = (draft: (typeof drafts)[number]) => Object.keys(rowFaults(resource, draft)).length > 0
  const ready = drafts.filter((draft) => !isFaulty(draft) && draft.refused?.code !== 'conflict')
  const size = state.rows.size
  const guard = useUnsavedGuard(useCallback(() => size > 0, [size]))
  const figure = (count: number) => formatCount(count, language)
  const { outcome, left } = state
  const stored = outcome?.saved.filter(isStored).length ?? 0
  const held = outcome?.saved.filter((result) => result.held.length > 0).length ?? 0
  const refused = drafts.filter((draft) => draft.refused !== null).length
  const faulty = drafts.filter(isFaulty).length

  async function save(): Promise<void> {
    setSending(true)
    hold()
    const rows = ready.map((draft) => ({
      id: draft.record.id,
      version: draft.record.version,
      values: storedValues(resource, draft),
      ...(draft.action === null ? {} : { action: draft.action }),
    }))
    const answered = await shell.run(() => call(endpoint, { body: { rows } }))
    // The rows show their new values before the changes go.
    await refreshed()
    setSending(false)
    if (answered.done) dispatch({ type: 'saved', sent: ready, ...answered.value.data })
  }

  const said = [
    ...(size > 0 ? [text('sheet_changed', { count: figure(size) })] : []),
    ...(stored > 0 ? [text('sheet_saved', { count: figure(stored) })] : []),
    ...(outcome && outcome.undone !== null ? [text('sheet_undone', { count: figure(outcome.undone) })] : []),
    ...(held > 0 ? [text('sheet_held', { count: figure(held) })] : []),
    ...(refused > 0 ? [text('sheet_refused', { count: figure(refused) })] : []),
    ...(faulty > 0 ? [text('sheet_invalid', { count: figure(faulty) })] : []),
    ...(left > 0 ? [text('sheet_left', { count: figure(left) })] : []),
  ]
  return (
    <section className={sticky.bar} ref={sticksToBottom} aria-label={text('sheet')}>
      {size > 0 ? (
        <>
          <Button type="primary" loading={sending} disabled={ready.length === 0} onClick={() => void save()}>
            {text('sheet_save', { count: figure(ready.length) })}
          </Button>
          <Button disabled={sending} onClick={() => dispatch({ type: 'discard' })}>
            {text('sheet_discard')}
          </Button>
        </>
      ) : null}
      <output ref={told} tabIndex={-1}>
        {said.join(' ')}
      </output>
      {outcome?.change ? (
        <UndoButton resource={resource} endpoint={undo} change={outcome.change} onUndone={(count) => dispatch({ type: 'undone', count })}>
          {text('sheet_undo')}
        </UndoButton>
      ) : null}
      {size === 0 ? <Button onClick={() => dispatch({ type: 'dismiss' })}>{text('close')}</Button> : null}
      <SheetProblems resource={resource} drafts={drafts} dispatch={dispatch} />
      <UnsavedDialog guard={guard} />
    </section>
  )
}
