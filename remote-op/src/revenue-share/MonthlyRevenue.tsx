import { useApiQuery } from '@adsite/api-client'
import { revenueShareEndpoints, type RevenueMonth } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { lazyPart, LoadFailure, Panel, ScrollBox } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import { effectiveRate, monthLabel, wholeYen } from './revenue-month.ts'
import styles from './revenue-share.module.css'
import { useRevenueText } from './texts.ts'

const RevenueChart = lazyPart(
  () => import('./RevenueChart.tsx'),
  () => <div className={styles.chart} />,
)

function Figures({ label, sums }: { label: string; sums: Omit<RevenueMonth, 'month'> }): ReactNode {
  const language = useLanguage()
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{wholeYen(sums.gross, language)}</td>
      <td>{wholeYen(sums.revenue, language)}</td>
      <td>{effectiveRate(sums, language)}</td>
      <td>{wholeYen(sums.unrated_gross, language)}</td>
    </tr>
  )
}

/** What a media group is paid per month, as chart and table. */
export function MonthlyRevenue({ publisherGroupId }: { publisherGroupId: number }): ReactNode {
  const text = useRevenueText()
  const language = useLanguage()
  const query = { publisher_group_id: String(publisherGroupId) }
  const { data: answer, error, refetch } = useApiQuery(revenueShareEndpoints.monthly, { query })
  if (error && !answer) return <LoadFailure error={error} retry={() => void refetch()} />
  const nothing = answer !== undefined && Number(answer.total.gross) === 0
  return (
    <Panel title={text('monthly')} busy={!answer}>
      <p className={styles.note}>{nothing ? text('none') : text('monthly_note')}</p>
      {answer && !nothing ? (
        <RevenueChart months={answer.data} total={answer.total.revenue} />
      ) : (
        <div className={styles.chart} hidden={nothing} />
      )}
      {answer && !nothing ? (
        <ScrollBox label={text('monthly_table')}>
          <table className={styles.months}>
            <thead>
              <tr>
                {(['month', 'gross', 'paid', 'effective', 'unrated'] as const).map((key) => (
                  <th key={key} scope="col">
                    {text(key)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {answer.data.toReversed().map((month) => (
                <Figures key={month.month} label={monthLabel(month.month, language)} sums={month} />
              ))}
            </tbody>
            <tfoot>
              <Figures label={text('total')} sums={answer.total} />
            </tfoot>
          </table>
        </ScrollBox>
      ) : null}
    </Panel>
  )
}
