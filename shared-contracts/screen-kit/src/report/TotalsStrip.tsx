import { metrics, type MetricName, type ReportAnswer } from '@adsite/contract'
import { formatDate, useLanguage, useLocalize } from '@adsite/i18n'
import type { ReactNode } from 'react'
import kit from '../base/kit.module.css'
import { Change } from '../metric/Change.tsx'
import { Figure } from '../metric/Figure.tsx'
import styles from './state/report.module.css'
import { useWhyReportMissing } from './use-why-report-missing.ts'
import { useScreenText } from './state/texts.ts'

interface TotalsStripProps {
  readonly names: readonly MetricName[]
  /** Null while the report is loading. */
  readonly answer: Pick<ReportAnswer, 'rows' | 'totals' | 'truncated' | 'previous'> | null
}

export function TotalsStrip({ names, answer }: TotalsStripProps): ReactNode {
  const t = useScreenText()
  const localize = useLocalize()
  const language = useLanguage()
  const why = useWhyReportMissing(answer)
  const previous = answer?.previous
  return (
    <section aria-label={t('totals')}>
      <dl className={styles.totals}>
        {names.map((name) => (
          <div key={name}>
            <dt>{localize(metrics[name].label)}</dt>
            <dd>{answer ? <Figure name={name} value={answer.totals[name]} why={why.ofTotal(name)} /> : <span className={kit.bone} />}</dd>
            {previous && (
              <dd className={styles.change}>
                <Change name={name} value={answer.totals[name]} before={previous.totals[name]} />
              </dd>
            )}
          </div>
        ))}
      </dl>
      {previous && (
        <p className={styles.note}>{t('compared', { from: formatDate(previous.from, language), to: formatDate(previous.to, language) })}</p>
      )}
    </section>
  )
}
