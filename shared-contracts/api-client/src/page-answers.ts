import { pageAnswers, pageAnswersId, sessionMark, type Endpoint, type PageAnswers, withoutTurns } from '@adsite/contract'
import { currentLanguage } from '@adsite/i18n'
import * as v from 'valibot'
import { currentFor } from './cache.ts'
import { csrfToken } from './csrf-token.ts'

let left: PageAnswers | null | undefined

function read(): PageAnswers | null {
  if (typeof document === 'undefined') return null
  const element = document.getElementById(pageAnswersId)
  element?.remove()
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), pageAnswers), withoutTurns(element?.textContent ?? ''))
  return parsed.success ? parsed.output : null
}

/** For a write, which may have changed what the page was told. */
export function forgetPageAnswers(): void {
  left = null
}

/** Whether the page was made for the session that this browser has now, in the language that it shows now, and not long ago. */
function isCurrent({ session, language }: PageAnswers): boolean {
  const token = csrfToken()
  return token !== null && session === sessionMark(token) && language === currentLanguage() && performance.now() < currentFor
}

/**
 * The answer to a call, if the page contains it; once, so that whoever asks again hears what is new. Never that of another session:
 * the browser's cookie tells whether another tab has meanwhile signed in, out or switched the account, before any message of
 * that tab arrives.
 */
export function takeFromPage<T>({ version }: Pick<Endpoint, 'version'>, address: string): { readonly answer: T } | null {
  left = left === undefined ? read() : left
  if (left === null) return null
  if (!isCurrent(left)) {
    left = null
    return null
  }
  const found = left.answers.find((each) => each.address === address && each.version === version)
  if (!found) return null
  left = { ...left, answers: left.answers.filter((each) => each !== found) }
  // oxlint-disable-next-line typescript/consistent-type-assertions -- an answer of the API, which keeps the contract (`call`)
  return { answer: found.answer as T }
}
