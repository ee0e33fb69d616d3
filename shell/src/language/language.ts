import { queryClient } from '@adsite/api-client'
import { detectLanguage, i18n, startI18n, type Language } from '@adsite/i18n'
import { addShellTexts } from '../base/texts.ts'

const chosenKey = 'adsite.language'

function chosen(): string | null {
  try {
    return localStorage.getItem(chosenKey)
  } catch {
    return null
  }
}

/** Starts i18n in the user's language (spec/site "Languages") and sets the document's language. */
export function startLanguage(fallback: Language): void {
  startI18n(detectLanguage(chosen(), navigator.languages, fallback))
  addShellTexts()
  document.documentElement.lang = i18n.language
}

/** Changes the language for now and for later visits. What the API has said in the former one is asked for again. */
export function chooseLanguage(language: Language): void {
  void i18n.changeLanguage(language).then(() => queryClient.invalidateQueries())
  document.documentElement.lang = language
  try {
    localStorage.setItem(chosenKey, language)
  } catch {
    // Storage is full or forbidden: the choice lasts until the page is closed.
  }
}
