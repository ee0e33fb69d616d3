import { parameterText } from '@adsite/contract'
import i18next, { type FormatterModule, type i18n as I18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { commonTexts } from './common-texts.ts'

export const languages = ['ja', 'en'] as const
export type Language = (typeof languages)[number]

/** A text in every language; same shape as the contract's `Text`. */
export type Text = Readonly<Record<Language, string>>

/** The site's only i18next instance (spec/site "Languages"). Shell and remotes add their texts with {@link addTexts}. */
export const i18n: I18n = i18next.createInstance()

/** Determines the language of a page: the chosen one, else the primary subtag of the browser's language, else `fallback`. */
export function detectLanguage(chosen: string | null, browser: readonly string[], fallback: Language): Language {
  const candidates = [chosen, browser[0]?.split('-')[0]]
  const known = candidates.flatMap((candidate) => languages.find((language) => language === candidate) ?? [])
  return known[0] ?? fallback
}

/** Writes numbers in texts as quantities, whoever passes them. */
const parameters: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format: (value) => (typeof value === 'number' ? parameterText(value) : value),
}

export function startI18n(language: Language): void {
  void i18n
    .use(initReactI18next)
    .use(parameters)
    .init({
      lng: language,
      fallbackLng: 'en',
      supportedLngs: languages,
      defaultNS: 'common',
      initAsync: false,
      interpolation: { escapeValue: false, alwaysFormat: true },
      resources: Object.fromEntries(languages.map((key) => [key, { common: commonTexts[key] }])),
    })
}

export function currentLanguage(): Language {
  return i18n.language === 'ja' ? 'ja' : 'en'
}

/** Adds texts under a namespace once; keys are flat, and every text has all languages. */
export function addTexts(namespace: string, texts: Readonly<Record<string, Text>>): void {
  for (const language of languages) {
    if (i18n.hasResourceBundle(language, namespace)) continue
    i18n.addResourceBundle(language, namespace, Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text[language]])))
  }
}
