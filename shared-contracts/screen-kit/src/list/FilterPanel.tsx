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

function ChoiceFilter({ filter: { name, field }, list }: ControlProps): ReactNode {
  const text = useKitText()
  const read = useText()
  const id = useId()
  return (
    <div className={kit.filter}>
      <label className={kit.filter_label} htmlFor={id}>
        {read(field.label)}
      </label>
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
    </div>
  )
}

/** Yes, no, or (emptied) both. */
function BooleanFilter({ filter: { name, field }, list }: ControlProps): ReactNode {
  const text = useKitText()
  const read = useText()
  const id = useId()
  return (
    <div className={kit.filter}>
      <label className={kit.filter_label} htmlFor={id}>
        {read(field.label)}
      </label>
      <Select
        id={id}
        allowClear
        placeholder={text('any')}
        value={list.query[name] ?? null}
        options={booleanKeys.map((key) => ({ value: key as string, label: read(booleanTexts[key]) }))}
        onChange={(key: string | null | undefined) => list.change({ [name]: key ?? null })}
      />
    </div>
  )
}

function ReferenceFilter({ filter: { name, field }, list }: ControlProps): ReactNode {
  const text = useKitText()
  const read = useText()
  const id = useId()
  return (
    <div className={kit.filter}>
      <label className={kit.filter_label} htmlFor={id}>
        {read(field.label)}
      </label>
      <ReferenceSelect
        id={id}
        multiple
        endpoint={referenceEndpoint(field.target)}
        label={read(field.label)}
        placeholder={text('any')}
        value={idsOf(list.query[name])}
        onChange={(ids) => list.change({ [name]: ids.join(',') })}
      />
    </div>
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

function AmountInput({
  parameter,
  label,
  list,
  prefix,
}: {
  parameter: string
  label: string
  list: ResourceListState
  prefix: string
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
      prefix={prefix}
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
      <AmountInput parameter={parameter} label={named} list={list} prefix={field.kind === 'money' ? '¥' : ''} />
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
