export { commonTexts } from './common.ts'
export * from './format.ts'
export { addTexts, currentLanguage, detectLanguage, i18n, languages, startI18n, type Language, type Text } from './instance.ts'
export { useLanguage, useLocalize, useTranslation } from './react.ts'
// Areas built against contract 1.1.0 take it from the shell by its former name; contract 2.0.0 drops it.
export { useLocalize as useText } from './react.ts'
