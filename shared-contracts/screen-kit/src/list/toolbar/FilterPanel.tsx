import {
  booleanKeys,
  booleanTexts,
  checks,
  message,
  normaliseValue,
  referenceEndpoint,
  validationText,
  type Field,
  type AnyResource,
  type Role,
} from '@adsite/contract'
import { useLanguage, useLocalize } from '@adsite/i18n'
import { Input, Select } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import * as v from 'valibot'
import { ignoreComposingEnter, isComposing } from '../../base/composing.ts'
import kit from '../../base/kit.module.css'
import { useSelectParts } from '../../select/use-select-parts.tsx'
import styles from './toolbar.module.css'
import { useClear } from '../../base/use-clear.ts'
import { useKitText } from '../../base/texts.ts'
import { groupThousands } from '../../form/state/form-values.ts'
import { MomentInput } from '../../moment/MomentInput.tsx'
import { ReferenceSelect } from '../../reference-select/ReferenceSelect.tsx'
import { figureFilters, filtersOf, idsOf, type Filter, type FilteredField } from '../state/filters.ts'
import type { ResourceListState } from '../state/use-resource-list.ts'
import { choicesOf } from '../../base/field-of.ts'

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

function Labelled({ id, field, children }: { id: string; field: FilteredField; children: ReactNode }): ReactNode {
  const localize = useLocalize()
  return (
    <div className={kit.input}>
      <label className={styles.filterLabel} htmlFor={id}>
        {localize(field.label)}
      </label>
      {children}
    </div>
  )
}

function ChoiceFilter({ filter: { name, field }, list }: ControlProps): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const id = useId()
  return (
    <Labelled id={id} field={field}>
      <Select
        id={id}
        mode="multiple"
        maxTagCount="responsive"
        allowClear={useClear()}
        placeholder={text('any')}
        value={list.query[name]?.split(',') ?? []}
        options={choicesOf(field).items.map((item) => ({ value: item.key, label: localize(item.label) }))}
        showSearch={{ optionFilterProp: 'label' }}
        {...useSelectParts()}
        onChange={(keys: string[]) => list.change({ [name]: keys.join(',') })}
      />
    </Labelled>
  )
}

/** Yes, no, or (when cleared) either. */
function BooleanFilter({ filter: { name, field }, list }: ControlProps): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const id = useId()
  return (
    <Labelled id={id} field={field}>
      <Select
        id={id}
        allowClear={useClear()}
        placeholder={text('any')}
        value={list.query[name] ?? null}
        options={booleanKeys.map((key) => ({ value: key, label: localize(booleanTexts[key]) }))}
        onChange={(key?: string | null) => list.change({ [name]: key ?? null })}
      />
    </Labelled>
  )
}

function ReferenceFilter({ filter: { name, field }, list }: ControlProps): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const id = useId()
  return (
    <Labelled id={id} field={field}>
      <ReferenceSelect
        ended
        id={id}
        multiple
        endpoint={referenceEndpoint(field.target)}
        label={localize(field.label)}
        placeholder={text('any')}
        value={idsOf(list.query[name])}
        onChange={(ids) => list.change({ [name]: ids.join(',') })}
      />
    </Labelled>
  )
}

function FilterError({ id, coded }: { id: string; coded: string }): ReactNode {
  return (
    <p className={kit.fault} id={id} role="alert">
      {validationText(coded, useLanguage())}
    </p>
  )
}

interface EndProps {
  readonly parameter: string
  readonly label: string
  readonly list: ResourceListState
}

/** Runs a callback during render when the applied filter has changed: applied here, cleared, or by back navigation. */
function useNewlyApplied(applied: string | null, take: () => void): void {
  const [known, setKnown] = useState(applied)
  if (applied === known) return
  setKnown(applied)
  take()
}

/** One end of a range of days; applied on blur or Enter. */
function DayInput({ parameter, label, list }: EndProps): ReactNode {
  const faultId = useId()
  const applied = list.query[parameter] ?? null
  const [day, setDay] = useState(applied)
  const [left, setLeft] = useState(true)
  useNewlyApplied(applied, () => setDay(applied))
  const fault = left && day !== null && !v.is(checks.date, day)
  return (
    <div>
      <MomentInput
        field={{ kind: 'date' }}
        label={label}
        value={day}
        onChange={(next) => {
          setDay(next)
          setLeft(false)
        }}
        onBlur={() => {
          setLeft(true)
          if (day !== applied && (day === null || v.is(checks.date, day))) list.change({ [parameter]: day })
        }}
        aria-invalid={fault}
        {...(fault ? { status: 'error' as const, 'aria-describedby': faultId } : {})}
      />
      {fault ? <FilterError id={faultId} coded={message('date')} /> : null}
    </div>
  )
}

const units: Partial<Record<Field['kind'], { readonly prefix?: string; readonly suffix?: string }>> = {
  money: { prefix: '¥' },
  rate: { suffix: '%' },
}

function AmountInput({ parameter, label, list, kind }: EndProps & { readonly kind: Field['kind'] }): ReactNode {
  const faultId = useId()
  const applied = list.query[parameter] ?? ''
  const [typed, setTyped] = useState(groupThousands(applied))
  const [fault, setFault] = useState<string | null>(null)
  useNewlyApplied(applied, () => {
    setTyped(groupThousands(applied))
    setFault(null)
  })
  const commit = () => {
    const amount = typed.trim() === '' ? '' : String(normaliseValue({ kind }, typed))
    const { issues } = v.safeParse(checks.amount, amount)
    setFault(amount === '' || !issues ? null : issues[0].message)
    if (amount !== '' && issues) return
    setTyped(groupThousands(amount))
    if (amount !== applied) list.change({ [parameter]: amount || null })
  }
  return (
    <div>
      <Input
        aria-label={label}
        inputMode="decimal"
        {...units[kind]}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={ignoreComposingEnter}
        onBlur={commit}
        onPressEnter={(event) => {
          if (!isComposing(event)) commit()
        }}
        aria-invalid={fault !== null}
        {...(fault === null ? {} : { status: 'error' as const, 'aria-describedby': faultId })}
      />
      {fault === null ? null : <FilterError id={faultId} coded={fault} />}
    </div>
  )
}

/** Both ends of a range: days for dates, amounts for money and counts. */
function RangeFilter({ filter: { field, parameters }, list }: ControlProps): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const label = localize(field.label)
  const [start, end] = parameters
  const input = ({ parameter, operator }: Filter['parameters'][number]) => {
    if (operator === 'in') return null
    const named = text(`field_${operator}`, { label })
    const props = { parameter, label: named, list }
    return operator === 'from' || operator === 'to' ? <DayInput {...props} /> : <AmountInput {...props} kind={field.kind} />
  }
  return (
    <fieldset className={kit.input}>
      <legend className={`${styles.filterLabel} ${styles.filterLegend}`}>{label}</legend>
      <div className={styles.pair}>
        {start ? input(start) : null}
        <span aria-hidden="true">{text('range')}</span>
        {end ? input(end) : null}
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

/** One control per filter of the resource; changes apply immediately. A separate chunk, because it is rarely opened. */
export default function FilterPanel({ resource, list, role, id }: FilterPanelProps): ReactNode {
  const text = useKitText()
  return (
    <section id={id} aria-label={text('filters')} className={`${kit.panel} ${styles.filters}`}>
      {[...filtersOf(resource, role), ...figureFilters(resource, list)].map((filter) => {
        const Control = controls[filter.field.kind] ?? RangeFilter
        return <Control key={filter.name} filter={filter} list={list} />
      })}
    </section>
  )
}
