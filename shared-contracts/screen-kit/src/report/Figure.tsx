import type { FigureValue, MetricName } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import type { ReactNode } from 'react'
import { exactFigure, formatFigure } from '../metric/figure.ts'
import styles from './state/report.module.css'

interface FigureProps {
  readonly name: MetricName
  readonly value: FigureValue
  /** Why there is none. */
  readonly why: string | undefined
}

/** A figure, rounded for the eye; its exact value, or why there is none, is in the tooltip and in what a screen reader says. */
export function Figure({ name, value, why }: FigureProps): ReactNode {
  const language = useLanguage()
  const shown = formatFigure(name, value, language)
  const said = exactFigure(name, value, language) ?? why
  if (said === undefined) return shown
  return (
    <span title={said}>
      <span aria-hidden="true">{shown}</span>
      <span className={styles.spoken}>{said}</span>
    </span>
  )
}
