import { daysOfPeriod, defaultPeriod, periods, periodText, preliminaryFrom } from '@adsite/contract'
import { formatDate, useLanguage, useLocalize } from '@adsite/i18n'
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import kit from '../../base/kit.module.css'
import { useKitText } from '../../base/texts.ts'
import { PeriodInput } from '../../moment/PeriodInput.tsx'
import { useToday } from '../../moment/use-today.ts'
import type { ResourceListState } from '../state/use-resource-list.ts'
import styles from './toolbar.module.css'

interface PeriodPanelProps {
  readonly list: ResourceListState
  readonly close: () => void
}

/** Selects a named period, which moves with the current day and so suits saved views, or two days; optionally compared with the preceding period. */
export default function PeriodPanel({ list, close }: PeriodPanelProps): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const language = useLanguage()
  const today = useToday()
  const chosen = list.query['period'] ?? defaultPeriod
  const days = daysOfPeriod(chosen, today)

  function choose(period: string): void {
    list.change({ period: period === defaultPeriod ? null : period })
    close()
  }

  return (
    <>
      <ul className={styles.periods}>
        {periods.items.map(({ key, label }) => (
          <li key={key}>
            <button type="button" className={kit.option} aria-pressed={key === chosen} onClick={() => choose(key)}>
              {localize(label)}
            </button>
          </li>
        ))}
      </ul>
      <fieldset className={styles.days}>
        <legend className={styles.filterLabel}>{text('period_free')}</legend>
        <PeriodInput key={chosen} period={days} onChange={(period) => choose(periodText(period))} />
        <p className={styles.note}>{text('period_days', { from: formatDate(days.from, language), to: formatDate(days.to, language) })}</p>
        {days.to >= preliminaryFrom(today) ? (
          <p className={styles.note}>{text('preliminary', { day: formatDate(preliminaryFrom(today), language) })}</p>
        ) : null}
      </fieldset>
      <div className={kit.popoverFoot}>
        <Checkbox
          checked={list.query['compare'] !== undefined}
          onChange={({ target }) => list.change({ compare: target.checked ? 'previous' : null })}
        >
          {text('period_compare')}
        </Checkbox>
      </div>
    </>
  )
}
