import {
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ResponseBodyError,
} from 'openid-client'
import { callbackPath, freshMinutes } from '@adsite/contract'
import type { Browser } from '../call/session.ts'
import type { ApiSettings } from '../call/settings.ts'
import type { Database } from '../db/connect.ts'
import { RequestError } from '../error/request-error.ts'
import { madeAt, newChallenge, useChallenge } from '../factor/challenge.ts'
import { askAbout, readClaims, type SignedInClaims } from './claims.ts'
import { refusal, type SignInFault } from './faults.ts'
import { configurationOf, ProviderError, type Provider } from './provider.ts'

interface SignInCall {
  readonly db: Database
  readonly browser: Browser
  readonly request: Request
  readonly settings: ApiSettings
}

/** Where the provider sends the browser back to: an address of the site that the page is at. Each provider has its own. */
function redirectUri({ request, settings }: SignInCall, { id }: Provider): string {
  const origin = request.headers.get('Origin')
  if (origin === null || !settings.origins.includes(origin)) throw new RequestError('forbidden_origin')
  return origin + callbackPath(id)
}

/** What only this browser can derive from the state: nothing is stored, and a state from elsewhere leads to nothing. */
const verifierOf = (browser: Browser, state: string) => browser.sign(`sso verifier ${state}`)
const nonceOf = (browser: Browser, state: string) => browser.sign(`sso nonce ${state}`)

/** The address at the provider. `again`: it asks for its factors anew. */
export async function authorizationUrl(call: SignInCall, provider: Provider, email: string, again: boolean): Promise<string> {
  const configuration = await configurationOf(call.db, provider, call.settings).catch(unavailable)
  const state = newChallenge(call.browser, { purpose: again ? 'sso_again' : 'sso', of: provider.id })
  const scopes = ['openid', 'email', 'profile', ...(configuration.serverMetadata().scopes_supported?.includes('groups') ? ['groups'] : [])]
  return buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri(call, provider),
    scope: scopes.join(' '),
    state,
    nonce: nonceOf(call.browser, state),
    code_challenge: await calculatePKCECodeChallenge(verifierOf(call.browser, state)),
    code_challenge_method: 'S256',
    login_hint: email,
    ...(again && { prompt: 'login', max_age: '0' }),
  }).href
}

function unavailable(error: unknown): never {
  if (error instanceof ProviderError) throw refusal('provider_unavailable')
  throw error
}

/** Why the exchange failed; undefined: for no reason that a provider or a browser can cause. */
function faultOf(error: unknown): SignInFault | undefined {
  if (error instanceof AuthorizationResponseError) return error.error === 'access_denied' ? 'denied' : 'provider_error'
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant' ? 'code_refused' : 'provider_error'
  if (!(error instanceof ClientError)) return undefined
  if (error.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'clock'
  // Without a code: the connection failed, or its address was refused.
  return error.code === undefined || error.code === 'OAUTH_TIMEOUT' ? 'provider_unavailable' : 'not_trusted'
}

/**
 * Exchanges what the provider has sent the browser back with for what it says of the user. The state is used up first, so
 * that nothing is exchanged twice, and only by the browser that it was made for.
 */
export async function claimsOf(call: SignInCall, provider: Provider, response: string): Promise<SignedInClaims> {
  const { db, browser, settings } = call
  const answered = new URL(redirectUri(call, provider))
  answered.search = response
  const state = answered.searchParams.get('state') ?? ''
  const again = await useChallenge(db, browser, { purpose: 'sso_again', of: provider.id }, state)
  if (!again && !(await useChallenge(db, browser, { purpose: 'sso', of: provider.id }, state))) throw refusal('expired')
  // Another provider answered in place of the one that was asked (RFC 9207).
  const issuer = answered.searchParams.get('iss')
  if (issuer !== null && issuer !== provider.issuer) throw refusal('other_issuer')
  const configuration = await configurationOf(db, provider, settings).catch(unavailable)
  try {
    const checks = { expectedState: state, expectedNonce: nonceOf(browser, state), pkceCodeVerifier: verifierOf(browser, state) }
    const tokens = await authorizationCodeGrant(configuration, answered, {
      ...checks,
      idTokenExpected: true,
      // Asked for anew, and given meanwhile.
      ...(again && { maxAge: freshMinutes * 60 }),
    })
    const token = tokens.claims()
    if (!token) throw refusal('not_trusted')
    const claims = readClaims(provider, token, await askAbout(configuration, tokens.access_token, token.sub))
    return { ...claims, since: madeAt(state) }
  } catch (error) {
    const fault = faultOf(error)
    if (fault === undefined) throw error
    throw refusal(fault)
  }
}
