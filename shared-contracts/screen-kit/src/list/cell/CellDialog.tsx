import { validationText, type AnyResource } from '@adsite/contract'
import { useLanguage, useLocalize } from '@adsite/i18n'
import { useId, useState, type Dispatch, type ReactNode } from 'react'
import { Dialog } from '../../dialog/Dialog.tsx'
import { fieldOf } from '../../base/field-of.ts'
import kit from '../../base/kit.module.css'
import type { KitRecord } from '../../base/resource-endpoints.ts'
import { FieldInput } from '../../form/input/field-inputs.tsx'
import { StateActions } from './StateActions.tsx'
import { cellValue, rowFaults, type RowDraft, type SheetEvent } from '../sheet/sheet-state.ts'
import { useSheetText } from '../sheet/texts.ts'

interface CellDialogProps {
  readonly resource: AnyResource
  readonly field: string
  readonly record: KitRecord
  readonly draft: RowDraft | undefined
  readonly dispatch: Dispatch<SheetEvent>
}

/** Edits one value of a card. */
export default function CellDialog({ resource, field: name, record, draft, dispatch }: CellDialogProps): ReactNode {
  const text = useSheetText()
  const localize = useLocalize()
  const language = useLanguage()
  const id = useId()
  const field = fieldOf(resource, name)
  const [value, setValue] = useState(draft && name in draft.values ? (draft.values[name] ?? null) : cellValue(resource, name, record))
  const [told, setTold] = useState(false)
  const label = localize(field.label)
  const row = draft ?? { record, values: {}, action: null, refused: null }
  const coded = rowFaults(resource, { ...row, values: { ...row.values, [name]: value } })[name]
  const fault = told && coded !== undefined ? validationText(coded, language) : null
  const close = () => dispatch({ type: 'close' })
  const isState = name === resource.states?.field

  function apply(): void {
    setTold(true)
    if (coded !== undefined) return
    dispatch({ type: 'fill', cells: [{ record, field: name, value }], left: 0 })
    close()
  }

  return (
    <Dialog
      open
      title={String(record[resource.title])}
      okText={text('cell_apply')}
      cancelText={text('cancel')}
      onOk={apply}
      onCancel={close}
      {...(isState ? { footer: null } : {})}
    >
      {isState ? (
        <StateActions resource={resource} record={record} draft={draft} dispatch={dispatch} />
      ) : (
        <form
          className={kit.input}
          onSubmit={(event) => {
            event.preventDefault()
            apply()
          }}
        >
          <label className={kit.label} id={`${id}-label`} htmlFor={id}>
            {label}
          </label>
          <FieldInput
            field={field}
            id={id}
            label={label}
            labelledBy={`${id}-label`}
            value={value}
            onChange={setValue}
            onBlur={() => {}}
            focusRef={(input) => input?.focus()}
            described={fault === null ? undefined : `${id}-fault`}
            invalid={fault !== null}
          />
          {fault === null ? null : (
            <p className={kit.fault} id={`${id}-fault`}>
              {fault}
            </p>
          )}
        </form>
      )}
    </Dialog>
  )
}
