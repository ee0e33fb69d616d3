import { message } from '@adsite/contract'
import type { Handlers } from '../call/handler.ts'
import { RequestError } from '../error/request-error.ts'
import { checkPresentPassword } from '../password/change.ts'
import { refuseThrottled, settleAttempt } from '../session/throttle.ts'

export const factorHandlers: Handlers['factor'] = {
  async choices() {
    return { data: ['password'] }
  },

  /** Attempts are counted by user, so that whoever found an open browser cannot continue guessing elsewhere. */
  async confirm({ db, session, body, browser, address }) {
    const { user } = session
    const attempt = { kind: 'password', subject: String(user.id), address, device: 'signed in' } as const
    await refuseThrottled(db, attempt)
    const known = await checkPresentPassword(db, user.id, body.password)
    await settleAttempt(db, attempt, known !== null)
    if (known === null) throw new RequestError('validation_failed', { errors: { password: [message('password_wrong')] } })
    await browser.confirm(db, body.kind)
  },
}
