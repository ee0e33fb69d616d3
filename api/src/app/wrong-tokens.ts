import type { Context } from 'hono'
import { isIP } from 'node:net'
import type { Logger } from 'pino'
import type { ApiSettings } from '../call/settings.ts'
import type { RootDatabase } from '../db/connect.ts'
import { withoutValues } from '../db/database-error.ts'
import { addressOf } from '../http/caller.ts'
import { networkOf } from '../session/network-of.ts'
import { recordAttempt, waitFor, type Attempt } from '../session/throttle.ts'

/** Limits how many wrong tokens for the release tools an address may send (session/throttle.ts). */
export interface WrongTokens {
  /** Seconds until the caller may send another token; 0: now. */
  wait(c: Context, token: string): Promise<number>
  /** Counts a wrong token; returns the same. */
  count(c: Context, token: string): Promise<number>
}

/** Without the database nothing is counted: rollbacks must still work, and tokens cannot be guessed. */
export function createWrongTokens(db: RootDatabase, settings: ApiSettings, log: Logger): WrongTokens {
  /** A caller with one IPv6 address usually has the whole network. */
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
