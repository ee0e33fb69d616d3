import type { campaignEndpoints, EndpointResponse } from '@adsite/contract'
import { formatDate, formatYen, useLanguage } from '@adsite/i18n'
import type { ReactNode } from 'react'
import styles from './DeliveryPanel.module.css'
import { useScreenText } from './texts.ts'

type Delivery = EndpointResponse<typeof campaignEndpoints.delivery>['data']

/** Spend by day as bars with a mark where something was changed, each with its text: the screen reader's table, and the tooltip. */
export function DayBars({ days, changes }: Pick<Delivery, 'days' | 'changes'>): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const most = Math.max(1, ...days.map(({ gross }) => Number(gross)))
  return (
    <figure className={styles.figure}>
      <figcaption>{t('by_day', { count: days.length })}</figcaption>
      <ul className={styles.days}>
        {days.map(({ day, gross }) => {
          const changed = changes.some((change) => change.day === day)
          const text = `${formatDate(day, language)} ${formatYen(gross, language)}${changed ? ` ${t('changed')}` : ''}`
          return (
            <li key={day} title={text} data-changed={changed}>
              <span style={{ height: `${(Number(gross) / most) * 100}%` }} />
              <small>{text}</small>
            </li>
          )
        })}
      </ul>
      <p className={styles.ends} aria-hidden="true">
        <span>{formatDate(days[0]?.day, language)}</span>
        <span>{formatDate(days.at(-1)?.day, language)}</span>
      </p>
    </figure>
  )
}
