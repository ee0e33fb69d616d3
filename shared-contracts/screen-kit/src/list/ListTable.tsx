import type { AnyResource } from '@adsite/contract'
import { useLanguage, useText } from '@adsite/i18n'
import { Table, type TableProps } from 'antd'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { kit } from '../base/styles.tsx'
import { entityParameters, useKitText } from '../base/texts.ts'
import { columnsOf, isLoading, tableWidth, type LoadingRow, type Row } from './columns.tsx'
import type { ResourceListState } from './use-resource-list.ts'
import { useRowsInSteps } from './use-rows-in-steps.ts'
import type { Selection } from './use-selection.ts'

export interface ListBodyProps {
  readonly resource: AnyResource
  readonly list: ResourceListState
  readonly detailRoute: string
  /** Parameters of that route for a record; absent: its id as `id`. Stays the same from one rendering to the next. */
  readonly detailParams?: ((id: number) => Readonly<Record<string, number>>) | undefined
  /** Absent: nothing is done with many rows at once. */
  readonly selection: Selection | null
}

/** Of a row without its padding: none is lower (px). */
const rowHeight = 38

const loadingRows: readonly LoadingRow[] = Array.from({ length: 10 }, (_, index) => ({ id: -1 - index, loading: true }))

/** Rows that stand for others say nothing; the caption tells that they are on their way. */
const nothing = {}
const silent = { 'aria-hidden': true } as const
const rowProperties = (row: Row) => (isLoading(row) ? silent : nothing)

/** The rows as a table; while the first ones are on their way, as many empty ones stand in their place. */
export function ListTable({ resource, list, detailRoute, detailParams, selection }: ListBodyProps): ReactNode {
  const text = useKitText()
  const read = useText()
  const language = useLanguage()
  const columnKey = list.columns.join()
  const names = useMemo(() => columnKey.split(','), [columnKey])
  const { field, descending } = list.sort
  const columns = useMemo(
    () => columnsOf({ resource, names, detailRoute, detailParams, language, sort: { field, descending } }),
    [resource, names, detailRoute, detailParams, language, field, descending],
  )
  const label = text('list_title', entityParameters(resource, read))
  const rows = useRowsInSteps(list.rows, list.shownPage, rowHeight)

  function rowSelection({ ids, all, choose }: Selection): TableProps<Row>['rowSelection'] {
    return {
      selectedRowKeys: all ? (list.rows ?? []).map(({ id }) => id) : [...ids],
      onChange: (keys) => choose(keys as number[]),
      // Rows of other pages stay selected.
      preserveSelectedRowKeys: !all,
      columnWidth: 44,
      fixed: 'left',
      getTitleCheckboxProps: () => ({ 'aria-label': text('select_page'), disabled: !list.rows }),
      getCheckboxProps: (row) =>
        isLoading(row) ? { disabled: true } : { 'aria-label': text('select_row', { title: String(row[resource.title]) }) },
    }
  }

  // antd measures with a hidden copy of the head, whose box the tab key would find.
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.querySelector('[aria-hidden=true]:has(input)')?.setAttribute('inert', ''))

  return (
    <div ref={panel} className={`${kit.panel} ${kit.table} ${list.stale ? kit.stale : ''}`} aria-busy={list.stale || !list.rows}>
      <Table<Row>
        caption={<span className={kit.hidden}>{list.rows ? label : `${label} ${text('loading')}`}</span>}
        columns={columns}
        dataSource={(rows ?? loadingRows) as Row[]}
        rowKey="id"
        onRow={rowProperties}
        size="small"
        pagination={false}
        showSorterTooltip={false}
        tableLayout="fixed"
        scroll={{ x: tableWidth(resource, names, language) }}
        // By CSS: antd would draw cells anew wherever the pointer passes, also while rows scroll below it.
        rowHoverable={false}
        {...(selection ? { rowSelection: rowSelection(selection) } : {})}
        onChange={(_pagination, _filters, sorter) => {
          const { columnKey: field, order } = Array.isArray(sorter) ? sorter[0]! : sorter
          list.sortBy(order ? { field: String(field), descending: order === 'descend' } : null)
        }}
      />
    </div>
  )
}
