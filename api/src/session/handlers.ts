import { eq } from 'drizzle-orm'
import { users } from '../db/schema.ts'
import type { Handlers } from '../call/handler.ts'
import { RequestError } from '../error/request-error.ts'
import { describeEvent } from '../audit/record-event.ts'
import { passwordMatches } from './password.ts'
import { accountsOf, describeExemption, describeSignIn, sessionData, signedInHere, signInAccount, signInWith } from './session-data.ts'
import { actorOf } from '../call/viewed-session.ts'
import { signInRefusal } from '../requirement/sign-on-requirement.ts'
import { endViewing } from './end-viewing.ts'
import { loginAttempts, normaliseEmail, refuseThrottled, settleAttempt } from './throttle.ts'

export const sessionHandlers: Handlers['session'] = {
  async csrf({ browser }) {
    browser.issueToken()
  },

  /**
   * An unknown e-mail, a wrong password and an inactive user get the same answer after the same work (spec/quality "Enumeration"):
   * where single sign-on is required, it is that of the domain.
   * Where the password is not enough, the session can only complete the sign-in.
   */
  async login({ db, body, browser, address }) {
    const email = normaliseEmail(body.email)
    describeEvent({ email })
    const attempts = await loginAttempts(db, { kind: 'login', subject: email, address, device: browser.knownDevice(email) })
    for (const attempt of attempts) await refuseThrottled(db, attempt)
    const [known] = await db.select({ id: users.id, password_hash: users.password_hash }).from(users).where(eq(users.email, email))
    const matches = await passwordMatches(known?.password_hash, body.password)
    const found = known && matches ? await signInAccount(db, known.id) : null
    for (const attempt of attempts) await settleAttempt(db, attempt, found !== null)
    if (!known?.password_hash || !found || !(await signInWith(db, browser, found, { password_hash: known.password_hash })))
      throw await signInRefusal(db, { email })
    const { user, account } = found
    await describeExemption(db, user.id, 'password')
    describeSignIn(user.id, account)
    const session = await browser.session(db)
    if (session && session.step !== null) throw new RequestError('sign_in_unfinished')
    browser.rememberDevice(email)
    return sessionData(db, user, account.account_id, signedInHere)
  },

  async logout({ db, browser }) {
    const session = await browser.session(db)
    if (session) describeEvent({ user_id: actorOf(session).id, account_id: session.account_id, role: session.role })
    if (session?.viewing) {
      describeEvent({ detail: `as user ${session.user.id}` })
      await endViewing(db, session.viewing.id)
    }
    await browser.signOut(db)
  },

  async accounts({ db, session }) {
    return { data: { accounts: await accountsOf(db, session.user.id, session), using_account_id: session.account_id } }
  },

  async me({ db, session }) {
    return sessionData(db, session.user, session.account_id, session)
  },

  async changeRole({ db, session, body, browser }) {
    const own = await accountsOf(db, session.user.id, session)
    const wanted = own.find(({ account_id }) => account_id === body.account_id)
    describeEvent({ target: `account ${body.account_id}`, detail: `from account ${session.account_id}` })
    if (!wanted) throw new RequestError('not_found')
    await browser.renew(db, body.account_id)
    describeSignIn(session.user.id, wanted)
    // The account wants more than this sign-in has given: the session is in it, and can only give that.
    const switched = await browser.session(db)
    if (switched && switched.step !== null) throw new RequestError('sign_in_unfinished')
    return sessionData(db, session.user, body.account_id, session)
  },
}
