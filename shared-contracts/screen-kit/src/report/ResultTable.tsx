import { metrics, type MetricName, type Report, type ReportAnswer, type ReportGrouping, type ReportRow } from '@adsite/contract'
import { formatDate, useLanguage } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { mdiOpenInNew } from '@mdi/js'
import { Table } from 'antd'
import type { TableProps } from 'antd'
import { useMemo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../base/Icon.tsx'
import { Change } from './Change.tsx'
import { Figure } from './Figure.tsx'
import styles from './report.module.css'
import { insideRow, writeState, type ReportState } from './report-state.ts'
import { useScreenText } from './texts.ts'

/** Rows drawn at a time: 400 days or 1,000 campaigns stay light. */
const pageRows = 50

/** The screen of the record that a row is about. */
const routes: Partial<Record<ReportGrouping, string>> = {
  campaign: 'campaign.detail',
  ad: 'ad.detail',
  creative: 'creative.detail',
  space: 'space.detail',
}

interface ResultTableProps {
  readonly report: Report
  readonly answer: ReportAnswer
  readonly names: readonly MetricName[]
  readonly state: ReportState
  readonly onChange: (change: Partial<ReportState>) => void
}

interface RowNameProps {
  readonly report: Report
  readonly state: ReportState
  readonly row: ReportRow
  readonly preliminary: boolean
}

/** A row's name leads to what the row is made of; beside it stands the way to the record itself. */
function RowName({ report, state, row, preliminary }: RowNameProps): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const name = state.group_by === 'day' ? formatDate(row.key, language) : row.name
  const inside = insideRow(report, state, row.key)
  const route = routes[state.group_by]
  const { href: hrefOf } = useShell()
  // Deliveries without an ad or a space of their own stand under an empty key.
  const href = route && row.key !== '' ? hrefOf(route, { id: row.key }) : null
  return (
    <div className={styles.name}>
      <span className={styles.named} title={name}>
        {inside ? (
          <Link to={`?${writeState(report, inside).toString()}`} title={t('inside', { name })}>
            {name}
          </Link>
        ) : (
          name
        )}
      </span>
      {preliminary && <span className={styles.preliminary}>{t('preliminary_tag')}</span>}
      {href !== null && (
        <Link to={href} aria-label={t('open', { name })} title={t('open', { name })}>
          <Icon path={mdiOpenInNew} size={14} />
        </Link>
      )}
    </div>
  )
}

export function ResultTable({ report, answer, names, state, onChange }: ResultTableProps): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const { group_by, sort } = state
  const { rows, totals, previous, preliminary_from } = answer

  const columns = useMemo(() => {
    const order = (name: string) => (sort === name ? ('ascend' as const) : sort === `-${name}` ? ('descend' as const) : null)
    // The third click starts again instead of taking the order away: the server always has one.
    const sortable = { sorter: true, showSorterTooltip: false }
    return [
      {
        key: 'key',
        title: t(group_by),
        ...sortable,
        sortOrder: order('key'),
        sortDirections: ['ascend', 'descend', 'ascend'],
        fixed: 'start',
        rowScope: 'row',
        render: (_: unknown, row: ReportRow) => (
          <RowName report={report} state={state} row={row} preliminary={group_by === 'day' && row.key >= preliminary_from} />
        ),
      },
      ...names.map((name) => ({
        key: name,
        title: metrics[name].label[language],
        ...sortable,
        sortOrder: order(name),
        sortDirections: ['descend' as const, 'ascend' as const, 'descend' as const],
        align: 'right' as const,
        className: styles.figure,
        render: (_: unknown, row: ReportRow) => (
          <>
            <Figure name={name} value={row[name]} />
            {previous && (
              <div className={styles.change}>
                <Change name={name} value={row[name]} before={row.previous?.[name]} />
              </div>
            )}
          </>
        ),
      })),
    ] satisfies TableProps<ReportRow>['columns']
  }, [report, state, group_by, sort, names, language, previous, preliminary_from, t])

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
