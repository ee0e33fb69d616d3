import { isKeyOf, measuresOf, metrics, ratios, type Figures, type MetricName } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { useKitText } from '../base/texts.ts'

/** Whether a metric, or a part of it, is absent from the delivery files; as far as `figures` contains its parts. */
export const isUnknown = (name: MetricName, figures: Figures) => measuresOf([name]).some((measure) => figures[measure] === null)

/** Explains why a value is missing (—): absent from the delivery files, or a division by zero; undefined if it is not. */
export function useWhyMissing(): (name: MetricName, figures: Figures) => string | undefined {
  const text = useKitText()
  const language = useLanguage()
  return (name, figures) => {
    if (figures[name] !== null) return undefined
    if (isUnknown(name, figures) || !isKeyOf(ratios, name)) return text('unknown_figure')
    return text('zero_ratio', { by: metrics[ratios[name].denominator].label[language] })
  }
}
