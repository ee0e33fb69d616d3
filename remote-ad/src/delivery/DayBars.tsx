import type { campaignEndpoints, EndpointResponse } from '@adsite/contract'
import { formatDate, formatYen, useLanguage } from '@adsite/i18n'
import type { ReactNode } from 'react'
import styles from './CampaignPacePanel.module.css'
import { useScreenText } from './texts.ts'

type Day = EndpointResponse<typeof campaignEndpoints.delivery>['data']['days'][number]

/** Spend by day as bars, each with its text: the screen reader's table, and the tooltip. */
export function DayBars({ days }: { days: readonly Day[] }): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const most = Math.max(1, ...days.map(({ gross }) => Number(gross)))
  return (
    <figure className={styles.figure}>
      <figcaption>{t('by_day', { count: days.length })}</figcaption>
      <ul className={styles.days}>
        {days.map(({ day, gross }) => {
          const text = `${formatDate(day, language)} ${formatYen(gross, language)}`
          return (
            <li key={day} title={text}>
              <span style={{ height: `${(Number(gross) / most) * 100}%` }} />
              <small>{text}</small>
            </li>
          )
        })}
      </ul>
    </figure>
  )
}
