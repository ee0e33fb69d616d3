import type { Handlers } from '../http/handler.ts'
import { withTokenThrottle } from '../mail/token-throttle.ts'
import { hashPassword } from '../session/password.ts'
import { countAttempt, normaliseEmail, throttleKey } from '../session/throttle.ts'
import { checkNewPassword } from './new-password.ts'
import { mailPasswordReset, resetOwner, useReset } from './reset.ts'

/** Requests of one address in a minute, whatever e-mails it names. */
const addressLimit = 30

export const passwordHandlers: Handlers['password'] = {
  /**
   * The answer is decided before anybody looks for the user, so it tells nothing: neither its body nor its time,
   * the second time, when throttled or when the mail fails (QUALITY "enumeration").
   */
  async forgot({ db, body, address, mail, log }) {
    const email = normaliseEmail(body.email)
    await countAttempt(db, throttleKey(`forgot ${email}`, address))
    await countAttempt(db, throttleKey('forgot', address), addressLimit)
    mail.later(() => mailPasswordReset(db, mail, email, log))
  },

  async reset({ db, body, address }) {
    await withTokenThrottle({ db, address }, async () => {
      const owner = await resetOwner(db, body.token)
      checkNewPassword(body, owner.email)
      await useReset(db, body.token, owner.id, await hashPassword(body.password))
    })
  },
}
