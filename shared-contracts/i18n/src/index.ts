export { commonTexts } from './common.ts'
export * from './format.ts'
export { addTexts, currentLanguage, detectLanguage, i18n, languages, startI18n, type Language, type Text } from './instance.ts'
export { useLanguage, useLocalize, useTranslation } from './react.ts'
