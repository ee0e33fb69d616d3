import { choiceLabel, namedPeriods, periods, required, type Period, type PeriodName } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { PeriodInput } from '../moment/PeriodInput.tsx'
import { useToday } from '../moment/use-today.ts'
import styles from './state/report.module.css'
import { presetNames } from './state/period.ts'
import { useScreenText } from './state/texts.ts'

interface PeriodFilterProps {
  readonly period: Period
  readonly onChange: (period: Period) => void
}

/** Period in JST days: presets, or a custom range. */
export function PeriodFilter({ period, onChange }: PeriodFilterProps): ReactNode {
  const t = useScreenText()
  const localize = useLocalize()
  const today = useToday()
  const presets = presetNames.map((name) => ({ name, days: namedPeriods[name](today) }))
  // On some days two presets are the same days, and the address has only these.
  const [pressed, setPressed] = useState<PeriodName | null>(null)
  const meant = presets.filter(({ days }) => days.from === period.from && days.to === period.to).map(({ name }) => name)
  const chosen = meant.find((name) => name === pressed) ?? meant[0]

  function choose(name: PeriodName, days: Period): void {
    setPressed(name)
    onChange(days)
  }

  return (
    <div className={styles.period}>
      <fieldset className={styles.presets} aria-label={t('period_presets')}>
        {presets.map(({ name, days }) => (
          <Button
            key={name}
            type={name === chosen ? 'primary' : 'default'}
            aria-pressed={name === chosen}
            onClick={() => choose(name, days)}
          >
            {localize(required(choiceLabel(periods, name), 'the label of a period'))}
          </Button>
        ))}
      </fieldset>
      <PeriodInput key={`${period.from} ${period.to}`} period={period} onChange={onChange} />
    </div>
  )
}
