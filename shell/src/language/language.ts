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

/** Starts i18n in the language of this reader (spec/site "Languages") and names it to the browser. */
export function startLanguage(fallback: Language): void {
  startI18n(detectLanguage(chosen(), navigator.languages, fallback))
  addShellTexts()
  document.documentElement.lang = i18n.language
}

/** Changes the language now and for later visits. */
export function chooseLanguage(language: Language): void {
  void i18n.changeLanguage(language)
  document.documentElement.lang = language
  try {
    localStorage.setItem(chosenKey, language)
  } catch {
    // A full or forbidden storage: the choice lasts as long as the page.
  }
}
