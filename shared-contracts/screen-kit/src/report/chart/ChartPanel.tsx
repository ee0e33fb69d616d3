import { metrics, type MetricName, type ReportAnswer } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { Select } from 'antd'
import { lazy, Suspense, type ReactNode } from 'react'
import styles from '../state/report.module.css'
import type { ReportState } from '../state/report-state.ts'
import { useScreenText } from '../state/texts.ts'

function ChartMissing(): ReactNode {
  const t = useScreenText()
  return <p className={styles.canvas}>{t('chart_failed')}</p>
}

// The screen works without its chart, so a chunk that fails to load must not break it.
const ResultChart = lazy(() => import('./ResultChart.tsx').catch(() => ({ default: ChartMissing })))

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
  const waiting = <div className={styles.canvas} />

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
        waiting
      ) : (
        <Suspense fallback={waiting}>
          <ResultChart
            rows={report.rows}
            truncated={report.truncated}
            previous={report.previous}
            grouping={state.group_by}
            period={state}
            names={state.metric}
          />
        </Suspense>
      )}
    </section>
  )
}
