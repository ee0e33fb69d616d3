import {
  editOperationsOf,
  listSeparator,
  normaliseOperand,
  operandSchema,
  validationText,
  type AnyResource,
  type EditOperation,
} from '@adsite/contract'
import { useLanguage, useLocalize } from '@adsite/i18n'
import { Input, Radio, Select } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import * as v from 'valibot'
import { ignoreComposingEnter } from '../../base/composing.ts'
import { fieldOf } from '../../base/field-of.ts'
import kit from '../../base/kit.module.css'
import { FieldInput } from '../../form/input/field-inputs.tsx'
import type { FormValue } from '../../form/state/form-values.ts'
import { useBulkText } from './texts.ts'
import type { BulkEdit } from './use-bulk-edit.ts'

interface BulkEditFormProps {
  readonly id: string
  readonly resource: AnyResource
  /** The fields that are offered. */
  readonly fields: readonly string[]
  readonly onSubmit: (edit: BulkEdit) => void
}

/** What to do with which field, and by how much. */
export function BulkEditForm({ id, resource, fields, onSubmit }: BulkEditFormProps): ReactNode {
  const text = useBulkText()
  const localize = useLocalize()
  const language = useLanguage()
  const own = useId()
  const labelOf = (name: string) => localize(fieldOf(resource, name).label)
  const moments = fields.filter((name) => fieldOf(resource, name).kind === 'datetime')
  // A period moves as a whole, so that it neither shrinks nor ends before it begins.
  const both = moments.length > 1 ? [moments.join()] : []
  const amounts = fields.filter((name) => !moments.includes(name))
  const [chosen, setChosen] = useState(fields.find((name) => fieldOf(resource, name).kind === 'money') ?? fields[0] ?? '')
  const [wanted, setWanted] = useState<EditOperation>('percent')
  const [value, setValue] = useState<FormValue>('')
  const [told, setTold] = useState(false)
  const names = chosen.split(',')
  const field = fieldOf(resource, names[0] ?? '')
  const operations = names.length > 1 ? (['shift'] as const) : (editOperationsOf(field) ?? [])
  const operation = operations.find((each) => each === wanted) ?? operations.at(-1) ?? 'set'
  const operand = normaliseOperand(field, operation, value)
  const parsed = v.safeParse(operandSchema(field, operation), operand)
  const isEmpty = operand === null || operand === ''
  const fault = !told || parsed.success ? null : validationText(isEmpty ? 'required' : parsed.issues[0].message, language)
  const described = fault === null ? undefined : `${own}-fault`

  function input(): ReactNode {
    if (operation === 'set') {
      return (
        <FieldInput
          field={field}
          id={`${own}-value`}
          label={text('bulk_edit_value')}
          labelledBy={`${own}-label`}
          value={value}
          onChange={setValue}
          onBlur={() => {}}
          focusRef={() => {}}
          described={described}
          invalid={fault !== null}
        />
      )
    }
    const units = operation === 'percent' ? { suffix: '%' } : operation === 'shift' ? { suffix: text('bulk_edit_days') } : {}
    const yen = operation === 'add' && field.kind === 'money' ? { prefix: '¥' } : {}
    return (
      <Input
        id={`${own}-value`}
        value={String(value ?? '')}
        inputMode="text"
        autoComplete="off"
        placeholder={text(`bulk_edit_hint_${operation}`)}
        onChange={({ target }) => setValue(target.value)}
        onKeyDown={ignoreComposingEnter}
        aria-invalid={fault !== null}
        {...(described ? { 'aria-describedby': described } : {})}
        {...(fault === null ? {} : { status: 'error' as const })}
        {...units}
        {...yen}
      />
    )
  }

  return (
    <form
      id={id}
      className={kit.form}
      onSubmit={(event) => {
        event.preventDefault()
        setTold(true)
        if (parsed.success) onSubmit({ fields: names, operation, value: operand })
      }}
    >
      <div className={kit.input}>
        <label className={kit.label} htmlFor={`${own}-field`}>
          {text('bulk_edit_field')}
        </label>
        <Select
          id={`${own}-field`}
          value={chosen}
          options={[...amounts, ...both, ...moments].map((key) => ({
            value: key,
            label: key.split(',').map(labelOf).join(listSeparator(language)),
          }))}
          onChange={(key: string) => {
            setChosen(key)
            setValue('')
            setTold(false)
          }}
        />
      </div>
      <div className={kit.input}>
        <span className={kit.label} id={`${own}-operation`}>
          {text('bulk_edit_operation')}
        </span>
        <Radio.Group
          aria-labelledby={`${own}-operation`}
          optionType="button"
          value={operation}
          options={operations.map((each) => ({
            value: each,
            label: each === 'add' && field.kind === 'money' ? text('bulk_edit_add_yen') : text(`bulk_edit_${each}`),
          }))}
          onChange={({ target }) => {
            setWanted(operations.find((each) => each === target.value) ?? 'set')
            setValue('')
            setTold(false)
          }}
        />
      </div>
      <div className={kit.input}>
        <label className={kit.label} id={`${own}-label`} htmlFor={`${own}-value`}>
          {text('bulk_edit_value')}
        </label>
        {input()}
        {operation === 'percent' ? <p className={kit.help}>{text('bulk_edit_rounding')}</p> : null}
        {fault === null ? null : (
          <p className={kit.fault} id={`${own}-fault`}>
            {fault}
          </p>
        )}
      </div>
    </form>
  )
}
