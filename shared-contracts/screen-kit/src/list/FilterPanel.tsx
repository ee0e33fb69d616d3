import {
  booleanKeys,
  normaliseValue,
  referenceEndpoint,
  type Field,
  type FilterParameter,
  type AnyResource,
  type Role,
} from '@adsite/contract'
import { useLanguage, useText } from '@adsite/i18n'
import { DatePicker, Input, Select } from 'antd'
import { useId, type ReactNode } from 'react'
import { ignoreComposingEnter, isComposing } from '../base/composing.ts'
import { dayFormat, dayFromPicker, dayToPicker } from '../base/jst.ts'
import { kit } from '../base/styles.tsx'
import { useKitText } from '../base/texts.ts'
import { ReferenceSelect } from '../reference-select/ReferenceSelect.tsx'
import { booleanTexts } from '../value/format-value.ts'
import { filtersOf, idsOf, type Filter } from './filters.ts'
import type { ResourceListState } from './use-resource-list.ts'

interface FilterPanelProps {
  readonly resource: AnyResource
  readonly list: ResourceListState
  readonly role: Role | null
  readonly id: string
}

interface ControlProps {
  readonly filter: Filter
  readonly list: ResourceListState
}

/** A control under its field's label. */
function Labelled({ id, field, children }: { id: string; field: Field; children: ReactNode }): ReactNode {
  const read = useText()
  return (
    <div className={kit.filter}>
      <label className={kit.filter_label} htmlFor={id}>
        {read(field.label)}
      </label>
      {children}
    </div>
  )
}

function ChoiceFilter({ filter: { name, field }, list }: ControlProps): ReactNode {
  const text = useKitText()
  const read = useText()
  const id = useId()
  return (
    <Labelled id={id} field={field}>
      <Select
        id={id}
        mode="multiple"
        maxTagCount="responsive"
        allowClear
        placeholder={text('any')}
        value={list.query[name]?.split(',') ?? []}
        options={field.choices!.items.map((item) => ({ value: item.key, label: read(item.label) }))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(keys: string[]) => list.change({ [name]: keys.join(',') })}
      />
    </Labelled>
  )
}

/** Yes, no, or (emptied) both. */
function BooleanFilter({ filter: { name, field }, list }: ControlProps): ReactNode {
  const text = useKitText()
  const read = useText()
  const id = useId()
  return (
    <Labelled id={id} field={field}>
      <Select
        id={id}
        allowClear
        placeholder={text('any')}
        value={list.query[name] ?? null}
        options={booleanKeys.map((key) => ({ value: key as string, label: read(booleanTexts[key]) }))}
        onChange={(key: string | null | undefined) => list.change({ [name]: key ?? null })}
      />
    </Labelled>
  )
}

function ReferenceFilter({ filter: { name, field }, list }: ControlProps): ReactNode {
  const text = useKitText()
  const read = useText()
  const id = useId()
  return (
    <Labelled id={id} field={field}>
      <ReferenceSelect
        id={id}
        multiple
        endpoint={referenceEndpoint(field.target)}
        label={read(field.label)}
        placeholder={text('any')}
        value={idsOf(list.query[name])}
        onChange={(ids) => list.change({ [name]: ids.join(',') })}
      />
    </Labelled>
  )
}

function DayInput({ parameter, label, list }: { parameter: string; label: string; list: ResourceListState }): ReactNode {
  const format = dayFormat(useLanguage())
  return (
    <DatePicker
      aria-label={label}
      format={format}
      placeholder={format}
      showNow={false}
      value={dayToPicker(list.query[parameter] ?? null)}
      onChange={(day) => list.change({ [parameter]: dayFromPicker(Array.isArray(day) ? null : day) })}
    />
  )
}

const units: Partial<Record<Field['kind'], { readonly prefix?: string; readonly suffix?: string }>> = {
  money: { prefix: '¥' },
  rate: { suffix: '%' },
}

function AmountInput({
  parameter,
  label,
  list,
  unit,
}: {
  parameter: string
  label: string
  list: ResourceListState
  unit: { readonly prefix?: string; readonly suffix?: string }
}): ReactNode {
  const value = list.query[parameter] ?? ''
  const commit = (typed: string) => {
    const amount = normaliseValue('money', typed)
    if ((amount ?? '') !== value) list.change({ [parameter]: amount as string | null })
  }
  return (
    <Input
      key={value}
      aria-label={label}
      inputMode="decimal"
      {...unit}
      defaultValue={value}
      onKeyDown={ignoreComposingEnter}
      onBlur={(event) => commit(event.target.value)}
      onPressEnter={(event) => {
        if (!isComposing(event)) commit(event.currentTarget.value)
      }}
    />
  )
}

/** Two ends of a range: days for dates, amounts for money and counts. */
function RangeFilter({ filter: { field, parameters }, list }: ControlProps): ReactNode {
  const text = useKitText()
  const read = useText()
  const label = read(field.label)
  const input = ({ parameter, operator }: FilterParameter) => {
    const named = text(`field_${operator as Exclude<FilterParameter['operator'], 'in'>}`, { label })
    return operator === 'from' || operator === 'to' ? (
      <DayInput parameter={parameter} label={named} list={list} />
    ) : (
      <AmountInput parameter={parameter} label={named} list={list} unit={units[field.kind] ?? {}} />
    )
  }
  return (
    <fieldset className={kit.filter}>
      <legend className={`${kit.filter_label} ${kit.filter_legend}`}>{label}</legend>
      <div className={kit.pair}>
        {input(parameters[0]!)}
        <span aria-hidden="true">{text('range')}</span>
        {input(parameters[1]!)}
      </div>
    </fieldset>
  )
}

const controls: Partial<Record<Field['kind'], (props: ControlProps) => ReactNode>> = {
  boolean: BooleanFilter,
  choice: ChoiceFilter,
  choices: ChoiceFilter,
  reference: ReferenceFilter,
  references: ReferenceFilter,
}

/** One control for each filter of the resource; each takes effect at once. Its own chunk: pickers are large. */
export default function FilterPanel({ resource, list, role, id }: FilterPanelProps): ReactNode {
  const text = useKitText()
  return (
    <section id={id} aria-label={text('filters')} className={`${kit.panel} ${kit.filters}`}>
      {filtersOf(resource, role).map((filter) => {
        const Control = controls[filter.field.kind] ?? RangeFilter
        return <Control key={filter.name} filter={filter} list={list} />
      })}
    </section>
  )
}
