import {
  metrics,
  type MetricName,
  type Report,
  type ReportAnswer,
  type ReportGrouping,
  type ReportRow,
  type RouteWith,
} from '@adsite/contract'
import { formatDate, useLanguage } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { mdiOpenInNew } from '@mdi/js'
import { Pagination } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../element/Icon.tsx'
import kit from '../base/kit.module.css'
import tableStyles from '../table/table.module.css'
import { HeadCell, type Order } from '../table/HeadCell.tsx'
import { LoadingRows } from '../table/LoadingRows.tsx'
import { Change } from '../metric/Change.tsx'
import { Figure } from '../metric/Figure.tsx'
import styles from './state/report.module.css'
import { insideRow, writeState, type ReportState } from './state/report-state.ts'
import { useWhyReportMissing } from './use-why-report-missing.ts'
import { useScreenText } from './state/texts.ts'

/** Rows rendered per page; keeps 400 days or 1,000 campaigns fast. */
const pageRows = 50

/** The detail route for the subject of a row. */
const routes: Partial<Record<ReportGrouping, RouteWith<'id'>>> = {
  campaign: 'campaign.detail',
  ad: 'ad.detail',
  campaign_label: 'label.detail',
  ad_label: 'label.detail',
  creative: 'creative.detail',
  space: 'space.detail',
}

interface ResultTableProps {
  readonly report: Report
  /** Null while the report is loading. */
  readonly answer: ReportAnswer | null
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

/** A row's name drills down into the row; a link next to it opens the record. */
function RowName({ report, state, row, preliminary }: RowNameProps): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const name = state.group_by === 'day' ? formatDate(row.key, language) : row.name
  const inside = insideRow(report, state, row.key)
  const route = routes[state.group_by]
  const { href: hrefOf } = useShell()
  // Delivery without an ad or a space is grouped under an empty key.
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

/** The rows of a report, with headers and totals. */
export function ResultTable({ report, answer, names, state, onChange }: ResultTableProps): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const { group_by, sort } = state
  const why = useWhyReportMissing(answer)
  const rows = answer?.rows ?? []
  const page = Math.min(state.page, Math.max(1, Math.ceil(rows.length / pageRows)))
  const order = (name: string): Order | null => (sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : null)

  return (
    <>
      <div className={`${kit.panel} ${tableStyles.table}`}>
        <div className={styles.scroll}>
          <table className={`${tableStyles.data} ${styles.table}`}>
            <thead>
              <tr>
                <HeadCell
                  label={t(group_by)}
                  order={order('key')}
                  onSort={() => onChange({ sort: sort === 'key' ? '-key' : 'key' })}
                  className={tableStyles.edge}
                />
                {names.map((name) => (
                  <HeadCell
                    key={name}
                    label={metrics[name].label[language]}
                    order={order(name)}
                    // Descending first, because users sort metrics to see the largest.
                    onSort={() => onChange({ sort: sort === `-${name}` ? name : `-${name}` })}
                    className={tableStyles.figure}
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              {answer ? (
                rows.slice((page - 1) * pageRows, page * pageRows).map((row) => (
                  <tr key={row.key}>
                    <th scope="row" className={tableStyles.edge}>
                      <RowName
                        report={report}
                        state={state}
                        row={row}
                        preliminary={group_by === 'day' && row.key >= answer.preliminary_from}
                      />
                    </th>
                    {names.map((name) => (
                      <td key={name} className={styles.figure}>
                        <Figure name={name} value={row[name]} why={why.ofRow(name, row)} />
                        {answer.previous && (
                          <div className={styles.change}>
                            <Change name={name} value={row[name]} before={row.previous?.[name]} />
                          </div>
                        )}
                      </td>
                    ))}
                  </tr>
                ))
              ) : (
                <LoadingRows
                  cells={[{ name: 'key', className: tableStyles.edge }, ...names.map((name) => ({ name, className: tableStyles.figure }))]}
                />
              )}
            </tbody>
            {answer && (
              <tfoot>
                <tr>
                  <th scope="row" className={tableStyles.edge}>
                    {t('total')}
                  </th>
                  {names.map((name) => (
                    <td key={name} className={styles.figure}>
                      <Figure name={name} value={answer.totals[name]} why={why.ofTotal(name)} />
                      {answer.previous && (
                        <div className={styles.change}>
                          <Change name={name} value={answer.totals[name]} before={answer.previous.totals[name]} />
                        </div>
                      )}
                    </td>
                  ))}
                </tr>
              </tfoot>
            )}
          </table>
        </div>
      </div>
      <Pagination
        className={styles.pages}
        size="small"
        align="end"
        current={page}
        pageSize={pageRows}
        total={rows.length}
        showSizeChanger={false}
        hideOnSinglePage
        onChange={(current) => onChange({ page: current })}
      />
    </>
  )
}
