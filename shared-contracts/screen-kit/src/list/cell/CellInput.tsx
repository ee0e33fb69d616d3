import { isNumeric, type AnyResource, type Field } from '@adsite/contract'
import { useLanguage, type Language } from '@adsite/i18n'
import { useCallback, useRef, type Dispatch, type KeyboardEvent, type ReactNode } from 'react'
import { isComposing } from '../../base/composing.ts'
import { fieldOf } from '../../base/field-of.ts'
import type { KitRecord } from '../../base/resource-endpoints.ts'
import type { FormValue } from '../../form/state/form-values.ts'
import { momentText } from '../../moment/moment-text.ts'
import { focusCell, neighbour } from './cell-keys.ts'
import styles from './cell.module.css'
import { cellValue, type RowDraft, type SheetEvent } from '../sheet/sheet-state.ts'

interface CellInputProps {
  readonly resource: AnyResource
  readonly field: string
  /** The column. */
  readonly name: string
  readonly record: KitRecord
  readonly draft: RowDraft | undefined
  /** In place of the value. */
  readonly start: string | null
  readonly label: string
  readonly dispatch: Dispatch<SheetEvent>
}

/** A value as it is typed, so that reading it again gives the same value. */
function inputText(field: Field, value: FormValue, language: Language): string {
  return field.kind === 'datetime' ? momentText(field, typeof value === 'string' ? value : null, language) : String(value ?? '')
}

/** The input of an open cell. Whatever closes it but Escape keeps what was typed. */
export function CellInput({ resource, field: name, name: column, record, draft, start, label, dispatch }: CellInputProps): ReactNode {
  const language = useLanguage()
  const field = fieldOf(resource, name)
  const value = draft && name in draft.values ? (draft.values[name] ?? null) : cellValue(resource, name, record)
  const text = inputText(field, value, language)
  const closed = useRef(false)
  const begin = useCallback(
    (input: HTMLInputElement | null) => {
      if (!input || input === document.activeElement) return
      input.focus()
      if (start === null) input.select()
    },
    [start],
  )

  function close(typed: string | null): void {
    if (closed.current) return
    closed.current = true
    if (typed !== null && typed !== text) dispatch({ type: 'fill', cells: [{ record, field: name, value: typed }], left: 0 })
    dispatch({ type: 'close' })
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const { key, shiftKey, currentTarget } = event
    if (isComposing(event)) return
    if (key === 'Escape') {
      event.stopPropagation()
      close(null)
    } else if (key === 'Enter') {
      event.preventDefault()
      const next = neighbour(currentTarget, 0, shiftKey ? -1 : 1)
      close(currentTarget.value)
      focusCell(next)
    } else if (key === 'Tab') {
      const next = neighbour(currentTarget, shiftKey ? -1 : 1, 0)
      close(currentTarget.value)
      if (focusCell(next)) event.preventDefault()
    }
  }

  return (
    <input
      ref={begin}
      type="text"
      className={styles.input}
      data-figure={isNumeric(field)}
      aria-label={label}
      autoComplete="off"
      inputMode={isNumeric(field) ? 'decimal' : 'text'}
      defaultValue={start ?? text}
      onBlur={({ target }) => close(target.value)}
      onKeyDown={onKeyDown}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text/plain')
        if (!/[\t\r\n]/u.test(pasted.trimEnd())) return
        event.preventDefault()
        close(null)
        dispatch({ type: 'paste', place: { id: record.id, name: column }, text: pasted })
      }}
    />
  )
}
