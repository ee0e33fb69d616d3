import { RequestError } from '../error/request-error.ts'
import { describeEvent } from '../audit/record-event.ts'
import type { Handlers } from '../call/handler.ts'
import { challengeFor, isPasskeyKnown, userOfPasskey } from './passkey.ts'
import { choicesOf, requireProof } from './prove.ts'
import { resetDue } from '../requirement/factor-reset.ts'
import { signInRefusal } from '../requirement/sign-on-requirement.ts'
import { describeExemption, describeSignIn, sessionData, signedInHere, signInAccount, signInWith } from '../session/session-data.ts'
import { refuseThrottled, settleAttempt } from '../session/throttle.ts'

/** What follows the password, and the sign-in with a passkey alone. */
export const signInHandlers: Handlers['sign_in'] = {
  async step({ db, session }) {
    // Older pages know one step; without choices they offer nothing.
    if (session.step === 'enrol') return { data: { step: 'factor', choices: [], enrol: true } }
    const { id } = session.user
    return { data: { step: session.step, choices: await choicesOf(db, id), reset_due: await resetDue(db, id) } }
  },

  async finish(call) {
    const { db, session, body, browser } = call
    // The password has been given; for a user without another factor nothing is lacking.
    if (body.kind === 'password') throw new RequestError('state_not_allowed')
    await requireProof(call, body)
    await browser.confirm(db, body.kind)
    await browser.renew(db, session.account_id)
    browser.rememberDevice(session.user.email)
    return sessionData(db, session.user, session.account_id, session)
  },

  async challenge(call) {
    return { data: await challengeFor(call, 'sign_in', null) }
  },

  /**
   * Every reason to refuse gets the same answer (spec/quality "Enumeration"), but for a passkey that nobody has: its device has to
   * forget it. Whoever has the passkey hears of a required provider.
   */
  async passkey(call) {
    const { db, body, browser, address } = call
    const attempt = { kind: 'passkey', subject: body.passkey.id, address } as const
    await refuseThrottled(db, attempt)
    const userId = await userOfPasskey(call, 'sign_in', body.passkey, null)
    if (userId !== null) describeEvent({ user_id: userId, detail: 'passkey' })
    const found = userId === null ? null : await signInAccount(db, userId)
    await settleAttempt(db, attempt, found !== null)
    if (!found || !(await signInWith(db, browser, found, { passkey: body.passkey.id })))
      throw userId === null
        ? new RequestError((await isPasskeyKnown(db, body.passkey.id)) ? 'login_failed' : 'passkey_unknown')
        : await signInRefusal(db, { id: userId })
    const { user, account } = found
    await describeExemption(db, user.id, 'passkey')
    browser.rememberDevice(user.email)
    describeSignIn(user.id, account)
    return sessionData(db, user, account.account_id, signedInHere)
  },
}
