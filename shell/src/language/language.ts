import { queryClient } from '@adsite/api-client'
import { languageCookie } from '@adsite/contract'
import { detectLanguage, i18n, languages, startI18n, type Language } from '@adsite/i18n'
import { addShellTexts } from '../base/texts.ts'

const chosenKey = 'adsite.language'

function chosen(): string | null {
  try {
    return localStorage.getItem(chosenKey)
  } catch {
    return null
  }
}

/** The longest time that browsers keep a cookie (s). */
const cookieAge = 400 * 86_400

/** Tells the server what was chosen in this browser, so that the next page comes in that language; null: nothing. */
function tellServer(language: Language | null): void {
  const told = document.cookie.split('; ').find((entry) => entry.startsWith(`${languageCookie}=`))
  if (language === null && told === undefined) return
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  const age = language === null ? 0 : cookieAge
  document.cookie = `${languageCookie}=${language ?? ''}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
}

/** Starts i18n in the user's language (spec/site "Languages") and sets the document's language. */
export function startLanguage(fallback: Language): void {
  const choice = chosen()
  startI18n(detectLanguage(choice, navigator.languages, fallback))
  tellServer(languages.find((language) => language === choice) ?? null)
  addShellTexts()
  document.documentElement.lang = i18n.language
}

/** Changes the language for now and for later visits. What the API has said in the former one is asked for again. */
export function chooseLanguage(language: Language): void {
  void i18n.changeLanguage(language).then(() => queryClient.invalidateQueries())
  document.documentElement.lang = language
  tellServer(language)
  try {
    localStorage.setItem(chosenKey, language)
  } catch {
    // Storage is full or forbidden: the choice lasts until the page is closed.
  }
}
