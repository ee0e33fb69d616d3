import { reportMaximumDays, validationText } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { Button, DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/ja'
import type { ReactNode } from 'react'
import styles from './report.module.css'
import { dayCount, periodFault, presetNames, presets, type Period } from './period.ts'
import { useScreenText } from './texts.ts'
import { useToday } from './use-today.ts'

const dayForm = 'YYYY-MM-DD'
const shownForm = { ja: 'YYYY/MM/DD', en: 'MM/DD/YYYY' } as const

/** The picker's dates are calendar days without a zone: only their year, month and day are read. */
function picked(day: string): Dayjs | null {
  const date = dayjs(day, dayForm, true)
  return date.isValid() ? date : null
}

interface PeriodFilterProps {
  readonly period: Period
  readonly onChange: (period: Period) => void
}

/** Days in JST: presets, and a range of its own of at most {@link reportMaximumDays} days. */
export function PeriodFilter({ period, onChange }: PeriodFilterProps): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const today = useToday()
  const fault = periodFault(period)

  function beyond(date: Dayjs, from: Dayjs | undefined): boolean {
    const day = date.format(dayForm)
    if (day > today) return true
    if (!from) return false
    const first = from.format(dayForm)
    return dayCount(day < first ? { from: day, to: first } : { from: first, to: day }) > reportMaximumDays
  }

  return (
    <div className={styles.period}>
      <fieldset className={styles.presets} aria-label={t('period_presets')}>
        {presetNames.map((name) => {
          const preset = presets[name](today)
          const current = preset.from === period.from && preset.to === period.to
          return (
            <Button key={name} type={current ? 'primary' : 'default'} aria-pressed={current} onClick={() => onChange(preset)}>
              {t(name)}
            </Button>
          )
        })}
      </fieldset>
      <DatePicker.RangePicker
        className={styles.range}
        // The ring around "today" is the browser's day: shown only where that is Japan's day too.
        classNames={{ popup: { root: `${styles.popup} ${dayjs().format(dayForm) === today ? '' : styles.elsewhere}` } }}
        value={[picked(period.from), picked(period.to)]}
        format={shownForm[language]}
        allowClear={false}
        disabledDate={(date: Dayjs, { from }) => beyond(date, from)}
        onChange={(dates) => {
          const [from, to] = dates ?? []
          if (from && to) onChange({ from: from.format(dayForm), to: to.format(dayForm) })
        }}
        placeholder={[t('period_from'), t('period_to')]}
        {...(fault === null ? {} : { status: 'error' as const })}
      />
      {fault !== null && (
        <p className={styles.fault} role="alert">
          {validationText(fault, language)}
        </p>
      )}
    </div>
  )
}
