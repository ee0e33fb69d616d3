import { invitationStates, mayAct, message } from '@adsite/contract'
import type { Handlers } from '../call/handler.ts'
import { RequestError } from '../error/request-error.ts'
import { refuseWithoutSecondPerson } from './second-person.ts'
import { withTokenThrottle } from '../session/token-throttle.ts'
import { resourceHandlers } from '../resource/handlers.ts'
import { findOrRefuse } from '../resource/read/find-or-refuse.ts'
import { normaliseEmail } from '../session/throttle.ts'
import { acceptInvitation, offerOf, openInvitation, registerInvited } from './accept.ts'
import { invitableAccount, refuseUninvitable, resendInvitation, sendInvitation } from './send.ts'
import { invitationMapping } from './mapping.ts'

export const invitationHandlers = resourceHandlers('invitation', invitationMapping, {
  async invite(call) {
    const { account_id, locale } = call.body
    const account = await invitableAccount(call.db, call.session, account_id)
    if (!account) throw new RequestError('validation_failed', { errors: { account_id: [message('not_found')] } })
    const email = normaliseEmail(call.body.email)
    await refuseUninvitable(call.db, account.id, email)
    await refuseWithoutSecondPerson(call, { account, email, locale })
    return { data: { id: await sendInvitation(call, { account, email, locale }) } }
  },

  async resend(call) {
    const found = await findOrRefuse(call.db, call.session, invitationMapping, call.id)
    if (!mayAct(invitationStates, 'resend', found.status)) throw new RequestError('state_not_allowed')
    const account = await invitableAccount(call.db, call.session, found.account_id)
    if (!account) throw new RequestError('not_found')
    const invitee = { account, email: found.email, locale: found.locale }
    await refuseUninvitable(call.db, account.id, found.email)
    await refuseWithoutSecondPerson(call, invitee)
    await resendInvitation(call, invitee, call.body.version)
  },

  async check(call) {
    return withTokenThrottle(call, async () => ({ data: await offerOf(call.db, await openInvitation(call.db, call.body.token)) }))
  },

  async accept(call) {
    return withTokenThrottle(call, async () => ({ data: await acceptInvitation(call.db, call.body.token) }))
  },

  async register(call) {
    return withTokenThrottle(call, async () => ({ data: await registerInvited(call.db, call.body) }))
  },
} satisfies Partial<Handlers['invitation']>)
