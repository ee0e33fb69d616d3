import { choiceLabel, namedPeriods, periods, required, type Period } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { Button } from 'antd'
import type { ReactNode } from 'react'
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
  return (
    <div className={styles.period}>
      <fieldset className={styles.presets} aria-label={t('period_presets')}>
        {presetNames.map((name) => {
          const preset = namedPeriods[name](today)
          const current = preset.from === period.from && preset.to === period.to
          return (
            <Button key={name} type={current ? 'primary' : 'default'} aria-pressed={current} onClick={() => onChange(preset)}>
              {localize(required(choiceLabel(periods, name), 'the label of a period'))}
            </Button>
          )
        })}
      </fieldset>
      <PeriodInput key={`${period.from} ${period.to}`} period={period} onChange={onChange} />
    </div>
  )
}
