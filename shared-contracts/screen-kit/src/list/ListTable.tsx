import type { AnyResource } from '@adsite/contract'
import { useLanguage, useText } from '@adsite/i18n'
import { useRole } from '@adsite/auth'
import { Table } from 'antd'
import { useMemo, type ReactNode } from 'react'
import { kit } from '../base/styles.tsx'
import { entityParameters, useKitText } from '../base/texts.ts'
import { columnNames, columnsOf, tableWidth, type LoadingRow, type Row } from './columns.tsx'
import type { ResourceListState } from './use-resource-list.ts'

export interface ListBodyProps {
  readonly resource: AnyResource
  readonly list: ResourceListState
  readonly detailRoute: string
}

const loadingRows: readonly LoadingRow[] = Array.from({ length: 10 }, (_, index) => ({ id: index + 1, loading: true }))

/** The rows as a table; while the first ones are on their way, as many empty ones stand in their place. */
export function ListTable({ resource, list, detailRoute }: ListBodyProps): ReactNode {
  const text = useKitText()
  const read = useText()
  const language = useLanguage()
  const role = useRole()
  const names = useMemo(() => columnNames(resource, role), [resource, role])
  const { field, descending } = list.sort
  const columns = useMemo(
    () => columnsOf({ resource, names, detailRoute, language, sort: { field, descending } }),
    [resource, names, detailRoute, language, field, descending],
  )
  const label = text('list_title', entityParameters(read(resource.label)))

  return (
    <div className={`${kit.panel} ${kit.table} ${list.stale ? kit.stale : ''}`} aria-busy={list.stale || !list.rows}>
      <Table<Row>
        caption={<span className={kit.hidden}>{list.rows ? label : `${label} ${text('loading')}`}</span>}
        columns={columns}
        dataSource={(list.rows ?? loadingRows) as Row[]}
        rowKey="id"
        size="small"
        pagination={false}
        showSorterTooltip={false}
        tableLayout="fixed"
        scroll={{ x: tableWidth(resource, names) }}
        onChange={(_pagination, _filters, sorter) => {
          const { columnKey, order } = Array.isArray(sorter) ? sorter[0]! : sorter
          list.sortBy(order ? { field: String(columnKey), descending: order === 'descend' } : null)
        }}
      />
    </div>
  )
}
