import type { Figures, MetricName, ReportAnswer } from '@adsite/contract'
import { formatCount, useLanguage } from '@adsite/i18n'
import { isUnknown, useWhyMissing } from '../metric/use-why-missing.ts'
import { useScreenText } from './state/texts.ts'

interface WhyReportMissing {
  /** Why a row's value is missing; undefined: it is not. */
  readonly ofRow: (name: MetricName, row: Figures) => string | undefined
  /** Why a sum, or a ratio of sums, is missing. */
  readonly ofTotal: (name: MetricName) => string | undefined
}

/** Explains missing values (—) of a report, and of its totals by the rows that cause them. */
export function useWhyReportMissing(answer: Pick<ReportAnswer, 'rows' | 'totals' | 'truncated'> | null): WhyReportMissing {
  const t = useScreenText()
  const language = useLanguage()
  const ofRow = useWhyMissing()

  function ofTotal(name: MetricName): string | undefined {
    if (!answer || answer.totals[name] !== null) return undefined
    if (!isUnknown(name, answer.totals)) return ofRow(name, answer.totals)
    const rows = answer.rows.filter((row) => isUnknown(name, row)).length
    // A truncated list may contain more of them.
    return answer.truncated ? t('unknown_sum_beyond') : t('unknown_sum', { rows: formatCount(rows, language) })
  }

  return { ofRow, ofTotal }
}
