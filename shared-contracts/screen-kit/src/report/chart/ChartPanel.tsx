import { metrics, type MetricName, type ReportAnswer } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { lazyPart } from '../../on-demand/lazy-part.tsx'
import styles from '../state/report.module.css'
import type { ReportState } from '../state/report-state.ts'
import { useScreenText } from '../state/texts.ts'

const Waiting = (): ReactNode => <div className={styles.canvas} />
const ResultChart = lazyPart(() => import('./ResultChart.tsx'), Waiting)

interface ChartPanelProps {
  /** Null while the report is loading. */
  readonly report: Pick<ReportAnswer, 'rows' | 'truncated' | 'previous'> | null
  readonly state: ReportState
  readonly names: readonly MetricName[]
  readonly onChange: (change: Partial<ReportState>) => void
}

export function ChartPanel({ report, state, names, onChange }: ChartPanelProps): ReactNode {
  const t = useScreenText()
  const localize = useLocalize()
  const [first, second] = state.metric
  const options = names.map((name) => ({ value: name, label: localize(metrics[name].label) }))

  return (
    <section className={styles.panel} aria-label={t('chart')}>
      <div className={styles.metrics}>
        <Select
          aria-label={t('metric_first')}
          className={styles.metric}
          value={first ?? null}
          options={options.filter(({ value }) => value !== second)}
          onChange={(name: MetricName) => onChange({ metric: second ? [name, second] : [name] })}
        />
        <Select
          aria-label={t('metric_second')}
          className={styles.metric}
          value={second ?? ''}
          options={[{ value: '' as const, label: t('metric_none') }, ...options.filter(({ value }) => value !== first)]}
          onChange={(name: MetricName | '') =>
            onChange({ metric: [first, name].filter((metric) => metric !== undefined && metric !== '') })
          }
        />
      </div>
      {report === null ? (
        <Waiting />
      ) : (
        <ResultChart
          rows={report.rows}
          truncated={report.truncated}
          previous={report.previous}
          grouping={state.group_by}
          period={state}
          names={state.metric}
        />
      )}
    </section>
  )
}
