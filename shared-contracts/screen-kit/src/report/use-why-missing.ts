import {
  measuresOf,
  metrics,
  ratios,
  type MetricName,
  type RatioName,
  type ReportAnswer,
  type ReportFigures,
  type ReportRow,
} from '@adsite/contract'
import { formatCount, useLanguage } from '@adsite/i18n'
import { useScreenText } from './state/texts.ts'

const isRatio = (name: MetricName): name is RatioName => Object.hasOwn(ratios, name)
const isUnknown = (name: MetricName, figures: ReportFigures) => measuresOf([name]).some((measure) => figures[measure] === null)

interface WhyMissing {
  /** Why a row's value is missing; undefined: it is not. */
  readonly ofRow: (name: MetricName, row: ReportRow) => string | undefined
  /** Why a sum, or a ratio of sums, is missing. */
  readonly ofTotal: (name: MetricName) => string | undefined
}

/** Explains missing values (—) of a report: absent from the delivery files, or a division by zero. */
export function useWhyMissing(answer: Pick<ReportAnswer, 'rows' | 'totals' | 'truncated'> | null): WhyMissing {
  const t = useScreenText()
  const language = useLanguage()
  // Known and yet not there: a ratio whose denominator is zero.
  const zero = (name: MetricName) =>
    isRatio(name) ? t('zero_ratio', { by: metrics[ratios[name].denominator].label[language] }) : undefined

  function ofRow(name: MetricName, row: ReportFigures): string | undefined {
    if (row[name] !== null) return undefined
    return isUnknown(name, row) ? t('unknown_figure') : zero(name)
  }

  function ofTotal(name: MetricName): string | undefined {
    if (!answer || answer.totals[name] !== null) return undefined
    if (!isUnknown(name, answer.totals)) return zero(name)
    const rows = answer.rows.filter((row) => isUnknown(name, row)).length
    // A truncated list may contain more of them.
    return answer.truncated ? t('unknown_sum_beyond') : t('unknown_sum', { rows: formatCount(rows, language) })
  }

  return { ofRow, ofTotal }
}
