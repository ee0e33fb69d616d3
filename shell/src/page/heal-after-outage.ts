import { ApiError, queryClient } from '@adsite/api-client'
import { refreshSession } from '@adsite/auth'
import { tryAgain } from '@adsite/screen-kit'
import type { Query } from '@tanstack/react-query'

/** Whether a status says that the API cannot work now, rather than that a call is faulty; 0: no answer came. */
export const isOutage = (status: number): boolean => status === 0 || status >= 502

const brokeInOutage = (error: unknown): boolean => error instanceof ApiError && isOutage(error.status)
const isBroken = (query: Query): boolean => query.isActive() && brokeInOutage(query.state.error)

let healing = false

/**
 * Called when the API did not answer: asks for the session until it does, then reads again what the page could not read.
 * One light call per attempt shows nothing to the user and asks little of an API that is starting.
 */
export function healAfterOutage(): void {
  if (healing) return
  healing = true
  tryAgain(async () => {
    const answered = await refreshSession().then(
      () => true,
      (error: unknown) => !brokeInOutage(error),
    )
    if (!answered) return false
    await queryClient.refetchQueries({ predicate: isBroken })
    healing = queryClient.getQueryCache().getAll().some(isBroken)
    return !healing
  })
}
