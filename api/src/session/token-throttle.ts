import type { Database } from '../db/connect.ts'
import { RequestError } from '../error/request-error.ts'
import { refuseThrottled, settleAttempt } from './throttle.ts'

interface TokenCall {
  readonly db: Database
  readonly address: string
  readonly body: { readonly token: string }
}

/** Runs `work` for a mailed token; addresses that sent many wrong tokens have to wait. */
export async function withTokenThrottle<T>({ db, address, body }: TokenCall, run: () => Promise<T>): Promise<T> {
  const attempt = { kind: 'token', subject: body.token, address } as const
  await refuseThrottled(db, attempt)
  return run().catch(async (error: unknown) => {
    if (error instanceof RequestError && error.code === 'token_invalid') await settleAttempt(db, attempt, false)
    throw error
  })
}
