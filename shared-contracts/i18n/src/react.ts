import { useTranslation } from 'react-i18next'
import { i18n, type Language, type Text } from './instance.ts'

export function useLanguage(): Language {
  const { i18n: instance } = useTranslation(undefined, { i18n })
  return instance.language === 'ja' ? 'ja' : 'en'
}

/** Reads texts that were declared where they belong (a field's label, a choice, a route's title). */
export function useText(): (text: Text) => string {
  const language = useLanguage()
  return (text) => text[language]
}

/** `const { t } = useTranslation(namespace)` reads the texts that were added under a namespace. */
export { useTranslation }
