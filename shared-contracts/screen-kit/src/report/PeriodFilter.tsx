import { validationText } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { Button } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { MomentInput } from '../moment/MomentInput.tsx'
import styles from './state/report.module.css'
import { periodError, presetNames, presets, type Period } from './state/period.ts'
import { useScreenText } from './state/texts.ts'
import { useToday } from './state/use-today.ts'

const day = { kind: 'date' } as const

interface PeriodFilterProps {
  readonly period: Period
  readonly onChange: (period: Period) => void
}

/** Period in JST days: presets, or a custom range of at most {@link reportMaximumDays} days. */
export function PeriodFilter({ period, onChange }: PeriodFilterProps): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const today = useToday()
  const faultId = useId()
  // Typed input until it forms a valid period or another period is chosen.
  const [typed, setTyped] = useState<Period | null>(null)
  const shown = typed ?? period
  const fault = periodError(shown)

  function settle(): void {
    if (typed === null || fault !== null) return
    setTyped(null)
    if (typed.from !== period.from || typed.to !== period.to) onChange(typed)
  }

  const input = (end: keyof Period) => (
    <MomentInput
      field={day}
      label={t(`period_${end}`)}
      max={today}
      value={shown[end] || null}
      onChange={(next) => setTyped({ ...shown, [end]: next ?? '' })}
      onBlur={settle}
      aria-invalid={fault !== null}
      {...(fault === null ? {} : { status: 'error' as const, 'aria-describedby': faultId })}
    />
  )

  return (
    <div className={styles.period}>
      <fieldset className={styles.presets} aria-label={t('period_presets')}>
        {presetNames.map((name) => {
          const preset = presets[name](today)
          const current = preset.from === period.from && preset.to === period.to
          return (
            <Button
              key={name}
              type={current ? 'primary' : 'default'}
              aria-pressed={current}
              onClick={() => {
                setTyped(null)
                onChange(preset)
              }}
            >
              {t(name)}
            </Button>
          )
        })}
      </fieldset>
      <div className={styles.range}>
        {input('from')}
        <span aria-hidden="true">–</span>
        {input('to')}
      </div>
      {fault !== null && (
        <p className={styles.fault} id={faultId} role="alert">
          {validationText(fault, language)}
        </p>
      )}
    </div>
  )
}
