import type { MetricName } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import type { ReactNode } from 'react'
import styles from './state/report.module.css'
import { exactFigure, formatFigure } from '../metric/figure.ts'

/** A figure, rounded for the eye; its exact value is in the tooltip and in what a screen reader says. */
export function Figure({ name, value }: { name: MetricName; value: number | string | null | undefined }): ReactNode {
  const language = useLanguage()
  const shown = formatFigure(name, value, language)
  const exact = exactFigure(name, value, language)
  if (exact === null) return shown
  return (
    <span title={exact}>
      <span aria-hidden="true">{shown}</span>
      <span className={styles.spoken}>{exact}</span>
    </span>
  )
}
