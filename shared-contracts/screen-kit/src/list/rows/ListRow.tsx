import type { AnyResource } from '@adsite/contract'
import { useLanguage, type Language } from '@adsite/i18n'
import { memo, type ReactNode } from 'react'
import type { KitRecord } from '../../base/resource-endpoints.ts'
import { kit } from '../../base/styles.tsx'
import { useKitText } from '../../base/texts.ts'
import { RecordLink, type RecordAddress } from '../../element/RecordLink.tsx'
import { FieldValue } from '../../value/FieldValue.tsx'
import { formatValue, listSeparator } from '../../value/format-value.ts'
import type { ListColumn } from '../state/columns.ts'
import { idsIn } from '../../base/field-of.ts'

interface RowBoxProps {
  readonly label: string
  readonly checked: boolean
  /** Only some of what the box stands for are chosen. */
  readonly some?: boolean
  readonly disabled?: boolean
  /** `range`: everything from the last one on. */
  readonly onChange: (checked: boolean, range: boolean) => void
}

/** A box that chooses a row, or all of them; its whole cell is to be hit. */
export function RowBox({ label, checked, some = false, disabled = false, onChange }: RowBoxProps): ReactNode {
  return (
    <label>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        disabled={disabled}
        ref={(box) => {
          if (box) box.indeterminate = some
        }}
        onChange={({ target, nativeEvent }) => onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  )
}

/** All of a value that its cell may cut off. */
function wholeText({ field, name }: ListColumn, { refs, ...record }: KitRecord, language: Language): string | undefined {
  if (field.kind === 'reference') return refs[name]
  if (field.kind === 'references')
    return idsIn(record[name])
      .map((id) => refs[`${name}.${id}`])
      .join(listSeparator(language))
  return formatValue(field, record[name], language) ?? undefined
}

/** A name keeps its last words where it is cut: often its size or its number alone tells it from others. */
function CutName({ name }: { name: string }): ReactNode {
  const [, head, tail] = /^(.*?\S)(\s+(?=\S).{1,10})$/su.exec(name) ?? []
  if (head === undefined || tail === undefined) return name
  return (
    <span className={kit.cut}>
      <span>{head}</span>
      <span>{tail}</span>
    </span>
  )
}

interface ListRowProps extends RecordAddress {
  readonly resource: AnyResource
  readonly columns: readonly ListColumn[]
  readonly record: KitRecord
  readonly chosen: boolean
  /** Absent: rows are not chosen. Stays the same from one rendering to the next. */
  readonly onChoose: ((id: number, chosen: boolean, range: boolean) => void) | undefined
}

/** One record of a list; drawn anew only when it is another, or chosen. */
export const ListRow = memo(function ListRow({
  resource,
  columns,
  record,
  detailRoute,
  detailParams,
  chosen,
  onChoose,
}: ListRowProps): ReactNode {
  const text = useKitText()
  const language = useLanguage()
  return (
    <tr data-chosen={chosen}>
      {onChoose ? (
        <td className={kit.pick}>
          <RowBox
            label={text('select_row', { title: String(record[resource.title]) })}
            checked={chosen}
            onChange={(checked, range) => onChoose(record.id, checked, range)}
          />
        </td>
      ) : null}
      {columns.map((column) => {
        const { name, field, className } = column
        const whole = wholeText(column, record, language)
        const value = <FieldValue field={field} name={name} record={record} />
        return name === resource.title ? (
          <th key={name} scope="row" title={whole} className={className}>
            <RecordLink id={record.id} detailRoute={detailRoute} detailParams={detailParams}>
              {typeof record[name] === 'string' ? <CutName name={record[name]} /> : value}
            </RecordLink>
          </th>
        ) : (
          <td key={name} title={whole} className={className}>
            {value}
          </td>
        )
      })}
    </tr>
  )
})
