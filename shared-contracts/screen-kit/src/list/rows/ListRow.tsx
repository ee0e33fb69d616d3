import { displayText, displayValue, partsOfName, type AnyResource, type Editable } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { memo, type Dispatch, type ReactNode } from 'react'
import kit from '../../base/kit.module.css'
import type { KitRecord } from '../../base/resource-endpoints.ts'
import tableStyles from '../../table/table.module.css'
import { useKitText } from '../../base/texts.ts'
import { RecordLink, type RecordAddress } from '../../element/RecordLink.tsx'
import { FieldValue } from '../../value/FieldValue.tsx'
import { SheetCell } from '../cell/SheetCell.tsx'
import type { RowDraft, SheetEvent } from '../sheet/sheet-state.ts'
import type { StyledColumn } from '../state/styled-columns.ts'
import { FigureCell } from './FigureCell.tsx'

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
      {columns.map(({ name, field, className }) => {
        if (field.metric)
          return (
            <td key={name} className={className}>
              <FigureCell name={field.metric} figures={record.figures} former={record.former_figures} />
            </td>
          )
        // The value in full, since a cell may be cut.
        const whole = displayText(displayValue(field, name, record, language), language) ?? undefined
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
