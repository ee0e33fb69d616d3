import { metrics, type MetricName, type ReportAnswer } from '@adsite/contract'
import { formatDate, useLanguage, useText } from '@adsite/i18n'
import type { ReactNode } from 'react'
import { Change } from './Change.tsx'
import { Figure } from './Figure.tsx'
import styles from './report.module.css'
import { useScreenText } from './texts.ts'

type TotalsStripProps = { readonly names: readonly MetricName[] } & Pick<ReportAnswer, 'totals' | 'previous'>

export function TotalsStrip({ names, totals, previous }: TotalsStripProps): ReactNode {
  const t = useScreenText()
  const text = useText()
  const language = useLanguage()
  return (
    <section aria-label={t('totals')}>
      <dl className={styles.totals}>
        {names.map((name) => (
          <div key={name}>
            <dt>{text(metrics[name].label)}</dt>
            <dd>
              <Figure name={name} value={totals[name]} />
            </dd>
            {previous && (
              <dd className={styles.change}>
                <Change name={name} value={totals[name]} before={previous.totals[name]} />
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
