import { daysError, validationText, type Period } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { useId, useState, type ReactNode } from 'react'
import kit from '../base/kit.module.css'
import { useKitText } from '../base/texts.ts'
import { MomentInput } from './MomentInput.tsx'
import styles from './moment.module.css'
import { useToday } from './use-today.ts'

const day = { kind: 'date' } as const

interface PeriodInputProps {
  readonly period: Period
  readonly onChange: (period: Period) => void
}

/** First and last day of a period in JST, of at most `reportMaximumDays` days. Give it a new `key` to drop what is typed. */
export function PeriodInput({ period, onChange }: PeriodInputProps): ReactNode {
  const text = useKitText()
  const language = useLanguage()
  const today = useToday()
  const faultId = useId()
  // Typed input until it forms a valid period.
  const [typed, setTyped] = useState<Period | null>(null)
  const shown = typed ?? period
  const fault = daysError(shown)

  function settle(): void {
    if (typed === null || fault !== null) return
    setTyped(null)
    if (typed.from !== period.from || typed.to !== period.to) onChange(typed)
  }

  const input = (end: keyof Period) => (
    <MomentInput
      field={day}
      label={text(`period_${end}`)}
      max={today}
      value={shown[end] || null}
      onChange={(next) => setTyped({ ...shown, [end]: next ?? '' })}
      onBlur={settle}
      aria-invalid={fault !== null}
      {...(fault === null ? {} : { status: 'error' as const, 'aria-describedby': faultId })}
    />
  )
  return (
    <>
      <div className={styles.days}>
        {input('from')}
        <span aria-hidden="true">–</span>
        {input('to')}
      </div>
      {fault !== null && (
        <p className={kit.fault} id={faultId} role="alert">
          {validationText(fault, language)}
        </p>
      )}
    </>
  )
}
