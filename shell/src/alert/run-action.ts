import { ApiError } from '@adsite/api-client'
import { refreshSession } from '@adsite/auth'
import { errors } from '@adsite/contract'
import type { Outcome } from '@adsite/remote'
import { errorMessage } from '../base/error-message.ts'
import { showAlert } from './alert-state.ts'
import { trackLoading } from './loader-state.ts'

/** True after a 401 if nobody is signed in any more; the login page then explains it. */
async function sessionEnded(reason: Error): Promise<boolean> {
  if (!(reason instanceof ApiError) || reason.status !== errors.unauthenticated.status) return false
  return (await refreshSession().catch(() => undefined)) === null
}

/** The bar closes by itself, so of many reasons it shows those that can be read until then. */
const reasonsAtOnce = 3

/** What an error says: the message of refused input has no reason, those are at the fields; several can have the same one. */
function wordsOf(error: Error, shown: readonly string[]): readonly string[] {
  if (!(error instanceof ApiError)) return [errorMessage(error)]
  const reasons = Object.entries(error.errors).flatMap(([field, messages]) => (shown.includes(field) ? [] : messages))
  return [...new Set([error.message, ...reasons])].slice(0, 1 + reasonsAtOnce)
}

/**
 * Wraps an action (spec/api "Response handling"): shows the loader while it runs, and an error as a message that
 * closes by itself, with the reasons of fields that the caller has not `shown` itself. An expired session leads to the login page instead.
 */
export async function runAction<T>(action: () => Promise<T>, shown: readonly string[] = []): Promise<Outcome<T>> {
  try {
    return { done: true, value: await trackLoading(action()) }
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    // What waits for a second person was not done, and is no failure either.
    const kind = error instanceof ApiError && error.code === 'second_person' ? 'info' : 'error'
    if (!(await sessionEnded(error))) showAlert(kind, wordsOf(error, shown))
    return { done: false, error }
  }
}
