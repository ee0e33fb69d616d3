import type { Text } from '@adsite/contract'
import { authorOf } from '../call/author.ts'
import type { Handlers } from '../call/handler.ts'
import { queueMail } from '../mail/mail-jobs.ts'
import { RequestError } from '../error/request-error.ts'
import { withTokenThrottle } from '../session/token-throttle.ts'
import { describeEvent } from '../audit/record-event.ts'
import { endOtherSessions } from '../session/own-sessions.ts'
import { passwordSignsIn } from '../session/session-data.ts'
import { hashPassword } from '../session/password.ts'
import { normaliseEmail, refuseThrottled, settleAttempt } from '../session/throttle.ts'
import { checkPresentPassword, lockPassword, setPassword, wrongPassword } from './change.ts'
import { checkNewPassword } from './new-password.ts'
import { resetOwner, useReset } from './reset.ts'

const noPassword: Text = {
  ja: 'このサイトのパスワードは使用していません。会社のシングルサインオンでログインしてください',
  en: 'You use no password here. Sign in with the single sign-on of your company.',
}

export const passwordHandlers: Handlers['password'] = {
  /**
   * The answer is fixed before the user is looked up, so that neither body nor time reveals anything, also when
   * repeated, throttled or when the mail fails (spec/quality "Enumeration").
   */
  async forgot({ db, body, browser, address }) {
    const email = normaliseEmail(body.email)
    describeEvent({ email })
    const attempt = { kind: 'forgot', subject: email, address, device: browser.knownDevice(email) } as const
    await refuseThrottled(db, attempt)
    // Every attempt counts, whoever it is for.
    await settleAttempt(db, attempt, false)
    await queueMail(db, 'password_reset', email)
  },

  async check(call) {
    const { email } = await withTokenThrottle(call, () => resetOwner(call.db, call.body.token))
    return { data: { email } }
  },

  async reset(call) {
    const { db, body, address } = call
    await withTokenThrottle({ db, address, body }, async () => {
      const owner = await resetOwner(db, body.token)
      await checkNewPassword(body, owner)
      await useReset(db, body.token, owner.id, await hashPassword(body.password))
    })
  },

  /** Attempts are counted by user, so that whoever found an open browser cannot continue guessing elsewhere. */
  async change(call) {
    const { db, session, body, browser, address } = call
    const { user } = session
    if (!(await passwordSignsIn(db, user.id))) throw new RequestError('state_not_allowed', { message: noPassword })
    const attempt = { kind: 'password', subject: String(user.id), address, device: 'signed in' } as const
    await refuseThrottled(db, attempt)
    const known = await checkPresentPassword(db, user.id, body.current_password)
    await settleAttempt(db, attempt, known !== null)
    if (known === null) throw wrongPassword()
    await checkNewPassword(body, { email: user.email, present: known })
    const hash = await hashPassword(body.password)
    await db.transaction(async (transaction) => {
      await lockPassword(transaction, user.id, known)
      await setPassword(transaction, { ...authorOf(call), user_id: user.id }, hash)
      await endOtherSessions(transaction, user.id, browser.sessionKey())
      // A new session id as well, so that whoever knew the old one loses access.
      await browser.renew(transaction, session.account_id)
    })
  },
}
