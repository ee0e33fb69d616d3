import { boxWidth, growingWidths, sortNames, sortOf, type AnyResource, type ListSort } from '@adsite/contract'
import { useLanguage, useLocalize } from '@adsite/i18n'
import { useCallback, useMemo, useRef, type ReactNode } from 'react'
import kit from '../../base/kit.module.css'
import tableStyles from '../../table/table.module.css'
import { entityParameters, useKitText } from '../../base/texts.ts'
import type { TotalsEndpoint } from '../../base/resource-endpoints.ts'
import { useLostFocus } from '../../focus/use-lost-focus.ts'
import type { RecordAddress } from '../../element/RecordLink.tsx'
import { HeadCell, type Order } from '../../table/HeadCell.tsx'
import { LoadingRows } from '../../table/LoadingRows.tsx'
import { styledColumns } from '../state/styled-columns.ts'
import { ListRow, RowBox } from './ListRow.tsx'
import { hasTotals, TotalsRow } from './Totals.tsx'
import { emptySheet, isStored } from '../sheet/sheet-state.ts'
import type { Sheet } from '../sheet/use-sheet.ts'
import type { ResourceListState } from '../state/use-resource-list.ts'
import { useRowsInSteps } from '../state/use-rows-in-steps.ts'
import type { Selection } from '../state/use-selection.ts'

export interface ListBodyProps extends RecordAddress {
  readonly resource: AnyResource
  readonly list: ResourceListState
  /** Null: there are no bulk actions. */
  readonly selection: Selection | null
  readonly totals: TotalsEndpoint | undefined
  /** Null: no cells are edited. */
  readonly sheet: Sheet | null
  /** The bar below the rows. Where it goes with what was pressed in it, the rows get the keyboard focus. */
  readonly bar: 'bulk' | 'sheet' | null
}

/** Height of a row in px. */
const rowHeight = 39

const orderOf = ({ field, descending }: ListSort, name: string): Order | null =>
  field !== name ? null : descending ? 'descending' : 'ascending'

/**
 * The next sort order when a header is clicked: one direction, the other, then null for the list's default. Figures begin
 * with descending, because users sort them to see the largest. The column that sorts by default only changes its direction.
 */
function nextSort(sort: ListSort, own: ListSort, name: string, descendingFirst: boolean): ListSort | null {
  if (sort.field !== name) return { field: name, descending: descendingFirst }
  return sort.descending === descendingFirst || own.field === name ? { field: name, descending: !sort.descending } : null
}

/** The rows as a table; shows placeholder rows while the first page loads. */
export function ListTable({ resource, list, detailRoute, detailParams, selection, totals, sheet, bar }: ListBodyProps): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const language = useLanguage()
  const columnKey = list.columns.join()
  const columns = useMemo(() => styledColumns(resource, columnKey.split(','), language), [resource, columnKey, language])
  const sorts = sortNames(resource)
  const label = text('list_title', entityParameters(resource, localize))
  const table = useLostFocus<HTMLTableElement>(bar)
  const { rows, box, onScroll } = useRowsInSteps(list.rows, list.shownPage, rowHeight)

  const inSight = useMemo(() => (list.rows ?? []).map(({ id }) => id), [list.rows])
  const chosen = useMemo(() => new Set(selection?.all ? inSight : selection?.ids), [selection?.all, selection?.ids, inSight])
  const choose = selection?.choose
  const last = useRef<number | null>(null)
  const chooseRow = useCallback(
    (id: number, isChosen: boolean, range: boolean) => {
      const [from, to] = [inSight.indexOf(last.current ?? id), inSight.indexOf(id)]
      last.current = id
      choose?.(range && from >= 0 ? inSight.slice(Math.min(from, to), Math.max(from, to) + 1) : [id], isChosen, inSight)
    },
    [choose, inSight],
  )
  const chosenInSight = inSight.filter((id) => chosen.has(id)).length
  const whole = inSight.length > 0 && chosenInSight === inSight.length
  const { open, active, outcome } = sheet?.state ?? emptySheet
  const saved = useMemo(() => new Set(outcome?.saved.filter(isStored).map(({ id }) => id)), [outcome])
  /** Tab comes to the cell that had the focus last, else to the first one. */
  const isShown = active !== null && inSight.includes(active.id) && list.columns.includes(active.name)
  const first = list.columns.find((name) => sheet?.editable.has(name)) ?? null
  const activeIn = (id: number) => (isShown ? (active.id === id ? active.name : null) : id === inSight[0] ? first : null)
  const least = columns.reduce((sum, { width }) => sum + width, selection ? boxWidth : 0)
  const widths = useMemo(() => growingWidths(columns, least), [columns, least])

  return (
    <div className={`${kit.panel} ${tableStyles.table} ${list.stale ? tableStyles.stale : ''}`} aria-busy={list.stale || !rows}>
      <div ref={box} className={tableStyles.tableScroll} onScroll={onScroll}>
        <table ref={table} tabIndex={-1} className={`${tableStyles.data} ${tableStyles.fixed}`} style={{ minWidth: least }}>
          <caption>
            <span className={kit.hidden}>{rows ? label : `${label} ${text('loading')}`}</span>
          </caption>
          <colgroup>
            {selection ? <col style={{ width: boxWidth }} /> : null}
            {columns.map(({ name }, at) => (
              <col key={name} style={{ width: widths[at] }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {selection ? (
                <th scope="col" className={tableStyles.pick}>
                  <RowBox
                    label={text('select_page')}
                    checked={whole}
                    some={!whole && chosenInSight > 0}
                    disabled={!rows}
                    onChange={(checked) => selection.choose(inSight, checked, inSight)}
                  />
                </th>
              ) : null}
              {columns.map(({ name, field, className }) => (
                <HeadCell
                  key={name}
                  label={localize(field.label)}
                  order={orderOf(list.sort, name)}
                  onSort={
                    sorts.includes(name)
                      ? () => list.sortBy(nextSort(list.sort, sortOf(resource, {}), name, field.metric !== undefined))
                      : undefined
                  }
                  className={className}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows?.map((record) => (
              <ListRow
                key={record.id}
                resource={resource}
                columns={columns}
                record={record}
                detailRoute={detailRoute}
                detailParams={detailParams}
                chosen={chosen.has(record.id)}
                onChoose={choose && chooseRow}
                editable={sheet?.editable}
                dispatch={sheet?.dispatch}
                draft={sheet?.state.rows.get(record.id)}
                openName={open?.id === record.id ? open.name : undefined}
                openStart={open?.id === record.id ? open.start : null}
                active={activeIn(record.id)}
                saved={saved.has(record.id) && !sheet?.state.rows.has(record.id)}
              />
            )) ?? <LoadingRows cells={[...(selection ? [{ name: '', className: tableStyles.pick }] : []), ...columns]} />}
          </tbody>
          {totals && hasTotals(list) ? <TotalsRow endpoint={totals} list={list} columns={columns} selectable={selection !== null} /> : null}
        </table>
      </div>
    </div>
  )
}
