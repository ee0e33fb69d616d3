import { metrics, type MetricName, type ReportFigures, type ReportRow } from '@adsite/contract'
import { formatDate, useLanguage } from '@adsite/i18n'
import { RouteLink } from '@adsite/remote'
import { Table } from 'antd'
import type { TableProps } from 'antd'
import { useMemo, type ReactNode } from 'react'
import styles from './achievements.module.css'
import { Figure } from './Figure.tsx'
import type { Grouping, ReportState } from './report-state.ts'
import { useScreenText } from './texts.ts'

/** Rows drawn at a time: 400 days or 1,000 campaigns stay light. */
const pageRows = 50

/** Where a row's name leads; groupings without a screen of their own are plain text. */
const routes: Partial<Record<Grouping, string>> = { campaign: 'campaign.detail', space: 'space.detail' }

interface ResultTableProps {
  readonly rows: readonly ReportRow[]
  readonly totals: ReportFigures
  readonly names: readonly MetricName[]
  readonly state: ReportState
  readonly onChange: (change: Partial<ReportState>) => void
}

export function ResultTable({ rows, totals, names, state, onChange }: ResultTableProps): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const { group_by, sort } = state

  const columns = useMemo(() => {
    const order = (name: string) => (sort === name ? ('ascend' as const) : sort === `-${name}` ? ('descend' as const) : null)
    // The third click starts again instead of taking the order away: the server always has one.
    const sortable = { sorter: true, showSorterTooltip: false }
    const route = routes[group_by]
    return [
      {
        key: 'key',
        title: t(group_by),
        ...sortable,
        sortOrder: order('key'),
        sortDirections: ['ascend', 'descend', 'ascend'],
        fixed: 'start',
        rowScope: 'row',
        render: (_: unknown, row: ReportRow) => {
          const name = group_by === 'day' ? formatDate(row.key, language) : row.name
          return (
            <div className={styles.name} title={name}>
              {/* Deliveries without an ad or a space of their own stand under an empty key. */}
              {route && row.key !== '' ? (
                <RouteLink to={route} params={{ id: row.key }}>
                  {name}
                </RouteLink>
              ) : (
                name
              )}
            </div>
          )
        },
      },
      ...names.map((name) => ({
        key: name,
        title: metrics[name].label[language],
        ...sortable,
        sortOrder: order(name),
        sortDirections: ['descend' as const, 'ascend' as const, 'descend' as const],
        align: 'right' as const,
        className: styles.figure,
        render: (_: unknown, row: ReportRow) => <Figure name={name} value={row[name]} />,
      })),
    ] satisfies TableProps<ReportRow>['columns']
  }, [group_by, sort, names, language, t])

  const totalsRow = (
    <Table.Summary.Row>
      <Table.Summary.Cell index={0}>{t('total')}</Table.Summary.Cell>
      {names.map((name, index) => (
        <Table.Summary.Cell key={name} index={index + 1} align="right" className={styles.figure}>
          <Figure name={name} value={totals[name]} />
        </Table.Summary.Cell>
      ))}
    </Table.Summary.Row>
  )

  return (
    <Table<ReportRow>
      className={styles.table}
      size="small"
      rowKey="key"
      columns={columns}
      dataSource={rows}
      scroll={{ x: 'max-content' }}
      pagination={{ current: state.page, pageSize: pageRows, total: rows.length, showSizeChanger: false, hideOnSinglePage: true }}
      onChange={({ current }, _, sorter, { action }) => {
        if (action === 'paginate') onChange({ page: current ?? 1 })
        if (action !== 'sort' || Array.isArray(sorter) || !sorter.order) return
        onChange({ sort: sorter.order === 'ascend' ? String(sorter.columnKey) : `-${String(sorter.columnKey)}` })
      }}
      summary={() => totalsRow}
    />
  )
}
