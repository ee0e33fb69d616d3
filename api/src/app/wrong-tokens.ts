import type { Context } from 'hono'
import { isIP } from 'node:net'
import type { Logger } from 'pino'
import type { ApiSettings } from '../call/settings.ts'
import type { RootDatabase } from '../db/connect.ts'
import { withoutValues } from '../db/database-error.ts'
import { addressOf } from '../http/caller.ts'
import { networkOf } from '../session/network-of.ts'
import { recordAttempt, waitFor, type Attempt } from '../session/throttle.ts'

/** Bounds how many wrong tokens of the release tools an address may send (session/throttle.ts). */
export interface WrongTokens {
  /** Seconds until the caller may send a token again; 0: now. */
  wait(c: Context, token: string): Promise<number>
  /** Counts a wrong one; answers the same. */
  count(c: Context, token: string): Promise<number>
}

/** Without the database nothing is counted: a rollback has to work all the same, and a token cannot be guessed. */
export function createWrongTokens(db: RootDatabase, settings: ApiSettings, log: Logger): WrongTokens {
  /** Whoever has one IPv6 address has its network. */
  function attemptOf(c: Context, token: string): Attempt {
    const address = addressOf(c, settings)
    return { kind: 'release', subject: token, address: isIP(address) === 6 ? networkOf(address) : address }
  }
  function uncounted(error: unknown): number {
    log.error({ err: withoutValues(error) }, 'wrong release tokens are not counted')
    return 0
  }
  return {
    wait: (c, token) => waitFor(db, attemptOf(c, token)).then(({ seconds }) => seconds, uncounted),
    count: (c, token) => recordAttempt(db, attemptOf(c, token), false).catch(uncounted),
  }
}
