import { metrics, type MetricName, type ReportFigures } from '@adsite/contract'
import { useText } from '@adsite/i18n'
import type { ReactNode } from 'react'
import styles from './achievements.module.css'
import { Figure } from './Figure.tsx'
import { useScreenText } from './texts.ts'

export function TotalsStrip({ names, totals }: { names: readonly MetricName[]; totals: ReportFigures }): ReactNode {
  const t = useScreenText()
  const text = useText()
  return (
    <section aria-label={t('totals')}>
      <dl className={styles.totals}>
        {names.map((name) => (
          <div key={name}>
            <dt>{text(metrics[name].label)}</dt>
            <dd>
              <Figure name={name} value={totals[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
