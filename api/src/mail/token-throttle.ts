import type { Database } from '../db/connect.ts'
import { Refusal } from '../http/refusal.ts'
import { clearFailures, countAttempt, throttleKey } from '../session/throttle.ts'

/** Links that do not work, from one address in a minute. More than a sign-in may: an office shares an address. */
const limit = 20

/** Runs what a mailed token is needed for; addresses that come with many wrong ones are told to wait. */
export async function withTokenThrottle<T>({ db, address }: { db: Database; address: string }, run: () => Promise<T>): Promise<T> {
  const key = throttleKey('mailed token', address)
  await countAttempt(db, key, limit)
  const result = await run().catch(async (error: unknown) => {
    if (!(error instanceof Refusal && error.code === 'token_invalid')) await clearFailures(db, key)
    throw error
  })
  await clearFailures(db, key)
  return result
}
