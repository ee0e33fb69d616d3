import { formatFigure, type FigureValue, type MetricName } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import type { ReactNode } from 'react'
import { exactFigure } from './figure.ts'
import kit from '../base/kit.module.css'

interface FigureProps {
  readonly name: MetricName
  readonly value: FigureValue
  /** Why the value is missing. */
  readonly why: string | undefined
}

/** A rounded metric value; the tooltip and screen readers get the exact value, or the reason why it is missing. */
export function Figure({ name, value, why }: FigureProps): ReactNode {
  const language = useLanguage()
  const shown = formatFigure(name, value, language)
  const said = exactFigure(name, value, language) ?? why
  if (said === undefined) return shown
  return (
    <span title={said}>
      <span aria-hidden="true">{shown}</span>
      <span className={kit.hidden}>{said}</span>
    </span>
  )
}
