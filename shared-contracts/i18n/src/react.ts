import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n, type Language, type Text } from './instance.ts'

const languageOf = () => (i18n.language === 'ja' ? 'ja' : 'en')

function whenChanged(changed: () => void): () => void {
  i18n.on('languageChanged', changed)
  return () => i18n.off('languageChanged', changed)
}

/** The current language. Every list cell reads it; `useTranslation` would cost each of them several more hooks. */
export function useLanguage(): Language {
  return useSyncExternalStore(whenChanged, languageOf)
}

/** Localizes texts declared next to the code that owns them (a field's label, a choice, a route's title). */
export function useLocalize(): (text: Text) => string {
  const language = useLanguage()
  return (text) => text[language]
}

/** `const { t } = useTranslation(namespace)` reads the texts added under a namespace. */
export { useTranslation }
