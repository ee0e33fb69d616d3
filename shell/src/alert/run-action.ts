import { ApiError } from '@adsite/api-client'
import { refreshSession } from '@adsite/auth'
import type { Outcome } from '@adsite/remote'
import { showAlert } from './alert-state.ts'
import { trackLoading } from './loader-state.ts'

/** A 401, and nobody is signed in any more: the login says what happened. */
async function sessionEnded(reason: Error): Promise<boolean> {
  if (!(reason instanceof ApiError) || reason.code !== 'unauthenticated') return false
  return (await refreshSession().catch(() => undefined)) === null
}

/**
 * The wrapped action (spec/api "Response handling"): the loader shows while it runs, an error becomes an error message that
 * closes by itself. A session that has ended leads to the login instead.
 */
export async function runAction<T>(action: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { done: true, value: await trackLoading(action()) }
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    if (!(await sessionEnded(error))) showAlert('error', [error.message])
    return { done: false, error }
  }
}
