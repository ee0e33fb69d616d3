import { ApiError, queryClient } from '@adsite/api-client'
import { refreshSession } from '@adsite/auth'
import type { Query } from '@tanstack/react-query'
import { retryPause } from '../base/retry-pause.ts'

/** Whether a status says that the API cannot work now, rather than that a call is faulty; 0: no answer came. */
export const isOutage = (status: number): boolean => status === 0 || status >= 502

const brokeInOutage = (error: unknown): boolean => error instanceof ApiError && isOutage(error.status)
const isBroken = (query: Query): boolean => query.isActive() && brokeInOutage(query.state.error)

/** Waits for the pause of an attempt, or until the browser is online again. */
function pause(attempt: number): Promise<void> {
  return new Promise((resolve) => {
    function end(): void {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, retryPause(attempt))
    window.addEventListener('online', end)
  })
}

let healing = false

/**
 * Called when the API did not answer: asks for the session until it does, then reads again what the page could not read.
 * One light call per attempt shows nothing to the user and asks little of an API that is starting.
 */
export async function healAfterOutage(): Promise<void> {
  if (healing) return
  healing = true
  for (let attempt = 0; ; attempt++) {
    await pause(attempt)
    const answered = await refreshSession().then(
      () => true,
      (error: unknown) => !brokeInOutage(error),
    )
    if (!answered) continue
    await queryClient.refetchQueries({ predicate: isBroken })
    if (!queryClient.getQueryCache().getAll().some(isBroken)) break
  }
  healing = false
}
