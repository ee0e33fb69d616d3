import { textWidth, type AnyResource, type Editable } from '@adsite/contract'
import { useLanguage, type Language } from '@adsite/i18n'
import { memo, type Dispatch, type ReactNode } from 'react'
import kit from '../../base/kit.module.css'
import type { KitRecord } from '../../base/resource-endpoints.ts'
import tableStyles from '../../table/table.module.css'
import { useKitText } from '../../base/texts.ts'
import { RecordLink, type RecordAddress } from '../../element/RecordLink.tsx'
import { FieldValue } from '../../value/FieldValue.tsx'
import { formatValue, listSeparator } from '../../value/format-value.ts'
import { SheetCell } from '../cell/SheetCell.tsx'
import type { RowDraft, SheetEvent } from '../sheet/sheet-state.ts'
import type { StyledColumn } from '../state/styled-columns.ts'
import { FigureCell } from './FigureCell.tsx'
import { idsIn } from '../../base/field-of.ts'

interface RowBoxProps {
  readonly label: string
  readonly checked: boolean
  /** Indeterminate: only some of the rows are selected. */
  readonly some?: boolean
  readonly disabled?: boolean
  /** `range`: selects all rows since the last one selected. */
  readonly onChange: (checked: boolean, range: boolean) => void
}

/** A checkbox for one row or all rows; the whole cell is the click target. */
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

/** The full value of a cell that may be truncated. */
function wholeText({ field, name }: StyledColumn, { refs, ...record }: KitRecord, language: Language): string | undefined {
  if (field.kind === 'reference') return refs[name]
  if (field.kind === 'references')
    return idsIn(record[name])
      .map((id) => refs[`${name}.${id}`])
      .join(listSeparator(language))
  const named = record[name] == null ? null : field.refersTo?.(record[name])
  if (named && refs[name] !== undefined) return `${named.label[language]} ${refs[name]}`
  return formatValue(field, record[name], language) ?? undefined
}

/** Widths in px: what a column of titles shows of a name at least, and what of it is kept for the end. */
const [shortName, tailWidth] = [160, 84]
const letters = new Intl.Segmenter('ja', { granularity: 'grapheme' })

/** A name in two parts, of which the second is never cut; null: it is short, or cannot be divided. */
function partsOfName(name: string): readonly [string, string] | null {
  const [, head, lastWord] = /^(.*?\S)(\s+(?=\S).{1,10})$/su.exec(name) ?? []
  if (head !== undefined && lastWord !== undefined) return [head, lastWord]
  if (textWidth(name, 14) <= shortName) return null
  let tail = ''
  for (const { segment } of [...letters.segment(name)].toReversed()) {
    if (textWidth(segment + tail, 14) > tailWidth) break
    tail = segment + tail
  }
  return tail === '' ? null : [name.slice(0, -tail.length), tail]
}

/** Truncates a name in the middle, because its end (often a size, a number or a variant) may be what distinguishes it. */
function CutName({ name }: { name: string }): ReactNode {
  const parts = partsOfName(name)
  if (parts === null) return name
  return (
    <span className={tableStyles.cut}>
      <span>{parts[0]}</span>
      <span>{parts[1]}</span>
    </span>
  )
}

interface ListRowProps extends RecordAddress {
  readonly resource: AnyResource
  readonly columns: readonly StyledColumn[]
  readonly record: KitRecord
  readonly chosen: boolean
  /** Absent: rows are not selectable. Must keep its identity between renders. */
  readonly onChoose: ((id: number, chosen: boolean, range: boolean) => void) | undefined
  /** The fields that cells edit, by column. */
  readonly editable: Editable | undefined
  readonly dispatch: Dispatch<SheetEvent> | undefined
  readonly draft: RowDraft | undefined
  /** The column of the open cell, and the text to start with. */
  readonly openName: string | undefined
  readonly openStart: string | null
  readonly active: string | null
  readonly saved: boolean
}

/** A row of a list; re-renders only when its record or selection changes. */
export const ListRow = memo(function ListRow({
  resource,
  columns,
  record,
  detailRoute,
  detailParams,
  chosen,
  onChoose,
  editable,
  dispatch,
  draft,
  openName,
  openStart,
  active,
  saved,
}: ListRowProps): ReactNode {
  const text = useKitText()
  const language = useLanguage()
  const open = openName === undefined ? null : { name: openName, start: openStart }
  function cellOf(name: string, value: ReactNode, linked = false): ReactNode {
    const field = editable?.get(name)
    if (field === undefined || !dispatch) return value
    const state = { draft, open, active, dispatch, linked }
    return (
      <SheetCell resource={resource} name={name} field={field} record={record} {...state}>
        {value}
      </SheetCell>
    )
  }
  return (
    <tr data-chosen={chosen} data-saved={saved}>
      {onChoose ? (
        <td className={tableStyles.pick}>
          <RowBox
            label={text('select_row', { title: String(record[resource.title]) })}
            checked={chosen}
            onChange={(checked, range) => onChoose(record.id, checked, range)}
          />
        </td>
      ) : null}
      {columns.map((column) => {
        const { name, field, className } = column
        if (field.metric)
          return (
            <td key={name} className={className}>
              <FigureCell name={field.metric} figures={record.figures} former={record.former_figures} />
            </td>
          )
        const whole = wholeText(column, record, language)
        const value = <FieldValue field={field} name={name} record={record} />
        return name === resource.title ? (
          <th key={name} scope="row" title={whole} className={className}>
            {cellOf(
              name,
              <RecordLink id={record.id} detailRoute={detailRoute} detailParams={detailParams}>
                {typeof record[name] === 'string' ? <CutName name={record[name]} /> : value}
              </RecordLink>,
              true,
            )}
            {saved ? <span className={kit.hidden}> {text('row_saved')}</span> : null}
          </th>
        ) : (
          <td key={name} title={whole} className={className}>
            {cellOf(name, value)}
          </td>
        )
      })}
    </tr>
  )
})
