import { formatFigure, keyText, listSeparator, type FilterOperator, type AnyResource, type Role } from '@adsite/contract'
import { formatDate, formatYen, useLanguage, useLocalize, type Language } from '@adsite/i18n'
import { mdiClose } from '@mdi/js'
import { Button } from 'antd'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Icon } from '../../element/Icon.tsx'
import styles from './toolbar.module.css'
import { useKitText } from '../../base/texts.ts'
import { useReferenceNames } from '../../reference-select/use-reference-names.ts'
import { figureFilters, filtersOf, idsOf, type FilteredField } from '../state/filters.ts'
import type { ResourceListState } from '../state/use-resource-list.ts'

interface FilterChipsProps {
  readonly resource: AnyResource
  readonly list: ResourceListState
  readonly role: Role | null
  /** Gets the focus where the last of them was removed. */
  readonly opener: RefObject<HTMLElement | null>
}

function Chip({ label, remove }: { label: string; remove: () => void }): ReactNode {
  const text = useKitText()
  return (
    <li className={styles.chip}>
      <span className={styles.chipText} title={label}>
        {label}
      </span>
      <button type="button" className={styles.chipRemove} onClick={remove} aria-label={text('remove_filter', { filter: label })}>
        <Icon path={mdiClose} size={14} />
      </button>
    </li>
  )
}

interface ValueChipProps {
  readonly field: FilteredField
  readonly operator: FilterOperator
  readonly value: string
  readonly remove: () => void
}

function rangeText(field: FilteredField, value: string, language: Language): string {
  if (field.metric) return formatFigure(field.metric, value, language)
  if (field.kind === 'money') return formatYen(value, language)
  if (field.kind === 'rate') return `${value}%`
  return field.kind === 'integer' ? value : formatDate(value, language)
}

function ValueChip({ field, operator, value, remove }: ValueChipProps): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const language = useLanguage()
  const shown =
    operator === 'in'
      ? value
          .split(',')
          .map((key) => keyText(field, key, language))
          .join(listSeparator(language))
      : text(operator, { value: rangeText(field, value, language) })
  return <Chip label={`${localize(field.label)}: ${shown}`} remove={remove} />
}

function ReferenceChip({ field, value, remove }: ValueChipProps): ReactNode {
  const localize = useLocalize()
  const language = useLanguage()
  const ids = idsOf(value)
  const names = useReferenceNames(field.target, ids)
  const shown = ids.map((id) => names.get(id) ?? `#${id}`).join(listSeparator(language))
  return <Chip label={`${localize(field.label)}: ${shown}`} remove={remove} />
}

/** The active filters, each removable with one click, whether or not the panel is open. */
export function FilterChips({ resource, list, role, opener }: FilterChipsProps): ReactNode {
  const text = useKitText()
  const shown = useRef<HTMLUListElement>(null)
  /** The place of the chip that was removed; null: none was. */
  const removed = useRef<number | null>(null)
  const chips = [...filtersOf(resource, role), ...figureFilters(resource, list)].flatMap(({ field, parameters }) =>
    parameters.flatMap(({ parameter, operator }) => {
      const value = list.narrowedBy[parameter]
      if (value === undefined) return []
      const Kind = field.target !== undefined ? ReferenceChip : ValueChip
      const remove = () => {
        removed.current = chips.findIndex(({ key }) => key === parameter)
        list.change({ [parameter]: null })
      }
      return [<Kind key={parameter} field={field} operator={operator} value={value} remove={remove} />]
    }),
  )
  const count = chips.length
  useEffect(() => {
    const place = removed.current
    removed.current = null
    if (place === null || document.activeElement !== document.body) return
    // Without that which clears all of them.
    const removers = [...(shown.current?.querySelectorAll('button') ?? [])].slice(0, count)
    ;(removers[place] ?? removers.at(-1) ?? opener.current)?.focus()
  }, [count, opener, removed, shown])
  if (count === 0) return null
  const clear = () => {
    removed.current = 0
    list.clear()
  }
  return (
    <ul ref={shown} className={styles.chips}>
      {chips}
      <li>
        <Button type="link" size="small" onClick={clear}>
          {text('clear_filters')}
        </Button>
      </li>
    </ul>
  )
}
