import { changeOf, formatFigure, type FigureValue, type MetricName } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import type { ReactNode } from 'react'
import { formatChange, judgementOf } from './figure.ts'
import styles from './metric.module.css'
import { useKitText } from '../base/texts.ts'

interface ChangeProps {
  readonly name: MetricName
  readonly value: FigureValue
  readonly before: FigureValue
}

/** The change of a metric from the previous period, with the previous value in the tooltip. */
export function Change({ name, value, before }: ChangeProps): ReactNode {
  const text = useKitText()
  const language = useLanguage()
  const change = changeOf(name, value, before)
  const judgement = change && judgementOf(name, change)
  return (
    <span
      title={text('figure_before', { value: formatFigure(name, before, language) })}
      className={judgement ? styles[judgement] : undefined}
    >
      {change ? formatChange(name, change, language) : '—'}
    </span>
  )
}
