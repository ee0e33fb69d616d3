export { commonTexts } from './common-texts.ts'
export {
  formatBytes,
  formatCount,
  formatDate,
  formatDateTime,
  formatEnd,
  formatPercent,
  formatPrice,
  formatYen,
  formatYenRate,
  timeZone,
} from '@adsite/contract'
export { addTexts, currentLanguage, detectLanguage, i18n, languages, startI18n, type Language, type Text } from './instance.ts'
export { useLanguage, useLocalize, useTranslation } from './react.ts'
// The former name, for areas built against contract 1.1.0; to be removed in contract 2.0.0.
export { useLocalize as useText } from './react.ts'
