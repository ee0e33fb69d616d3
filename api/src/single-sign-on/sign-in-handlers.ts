import { required, type Endpoints } from '@adsite/contract'
import { and, eq, isNull } from 'drizzle-orm'
import { describeEvent } from '../audit/record-event.ts'
import type { Call, Handlers } from '../call/handler.ts'
import type { Database } from '../db/connect.ts'
import { ssoDomains, ssoProviders } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import { isRequired } from '../requirement/sign-on-requirement.ts'
import { describeSignIn, sessionData } from '../session/session-data.ts'
import { normaliseEmail, refuseThrottled, settleAttempt } from '../session/throttle.ts'
import { admit, domainOf, isProven } from './admit.ts'
import { unlessSignedOut } from './back-channel.ts'
import { authorizationUrl, claimsOf } from './exchange.ts'
import { refusal } from './faults.ts'
import { findActive, type Provider } from './provider.ts'

/** The provider that may vouch for people of a domain. */
async function providerOf(db: Database, domain: string): Promise<Provider | undefined> {
  const [found] = await db
    .select({ provider: ssoProviders })
    .from(ssoDomains)
    .innerJoin(
      ssoProviders,
      and(eq(ssoProviders.id, ssoDomains.provider_id), eq(ssoProviders.active, true), isNull(ssoProviders.deleted_at)),
    )
    .where(and(eq(ssoDomains.domain, domain), isProven))
  return found?.provider
}

/** Who the provider says it is, and what they may use. */
async function whoCameBack(call: Call<Endpoints['single_sign_in']['finish']>) {
  const { db, body } = call
  const provider = await findActive(db, body.provider_id)
  if (!provider) throw refusal('expired')
  const claims = await claimsOf(call, provider, body.response)
  if (claims.email !== null) describeEvent({ email: claims.email })
  return { provider, claims, ...(await admit(db, provider, claims)) }
}

export const singleSignInHandlers: Handlers['single_sign_in'] = {
  async start(call) {
    const { db, body, address } = call
    const email = normaliseEmail(body.email)
    const attempt = { kind: 'sso', subject: domainOf(email), address } as const
    await refuseThrottled(db, attempt)
    const provider = await providerOf(db, domainOf(email))
    if (!provider) {
      await settleAttempt(db, attempt, false)
      throw refusal((await isRequired(db, { email })) ? 'proof_lapsed' : 'unknown_domain')
    }
    return { data: { url: await authorizationUrl(call, provider, email, body.again ?? false) } }
  },

  async finish(call) {
    const { db, body, browser, address } = call
    const attempt = { kind: 'sso', subject: `provider ${body.provider_id}`, address } as const
    await refuseThrottled(db, attempt)
    const failed = async (error: unknown): Promise<never> => {
      if (error instanceof RequestError && error.code === 'login_failed') await settleAttempt(db, attempt, false)
      throw error
    }
    const { provider, claims, user, account_id } = await whoCameBack(call).catch(failed)
    await settleAttempt(db, attempt, true)
    const { subject, sid, at, several, since } = claims
    const vouched = { provider_id: provider.id, subject, sid, at, several }
    const isSignedIn = await unlessSignedOut(db, provider, { subject, sid, since }, (transaction) =>
      browser.signIn(transaction, user.id, account_id, vouched),
    )
    if (!isSignedIn) throw refusal('signed_out')
    const answer = await sessionData(db, user, account_id, { viewing: null, sso: provider.id })
    const account = answer.data.accounts.find((each) => each.account_id === account_id)
    describeSignIn(user.id, required(account, 'the account in use'))
    describeEvent({ detail: `single_sign_on ${provider.id} ${provider.name}` })
    const session = await browser.session(db)
    if (session && session.step !== null) throw new RequestError('sign_in_unfinished')
    browser.rememberDevice(user.email)
    return answer
  },
}
