import { isObject } from '@adsite/contract'
import { errors, jwtVerify, type JWTPayload } from 'jose'
import type { ApiSettings } from '../call/settings.ts'
import type { Database } from '../db/connect.ts'
import { configurationOf, keysFor, ProviderError, skew, type Provider } from './provider.ts'

/** The event that makes a token one for signing out (OpenID Connect Back-Channel Logout 1.0, 2.4). */
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** Signatures by a key pair. One by a shared secret, or none, counts for nothing. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** Seconds since it was issued after which a token counts no more. Its id is remembered for longer, so none counts twice. */
const longest = 300

/** Why a token ended no session; for the audit and the log of the provider. */
const logoutFaults = ['malformed', 'provider_unavailable', 'not_trusted', 'clock', 'no_event', 'nonce', 'nobody', 'replayed'] as const
export type LogoutFault = (typeof logoutFaults)[number]

/** A token that ends no session. */
export class LogoutRefusal extends Error {
  override readonly name = 'LogoutRefusal'
  readonly fault: LogoutFault

  constructor(fault: LogoutFault, cause?: unknown) {
    super(`The logout token was refused: ${fault}`, { cause })
    this.fault = fault
  }
}

/** Who has signed out: a user everywhere, or the one sign-in with that `sid`. */
export interface SignedOut {
  /** Names the token, so that it counts once. */
  readonly jti: string
  readonly subject: string | null
  readonly sid: string | null
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' && value.length <= 255 ? value : null)

function faultOf(error: unknown): LogoutFault | undefined {
  if (error instanceof errors.JWTExpired) return 'clock'
  if (error instanceof errors.JWTClaimValidationFailed) return ['exp', 'iat', 'nbf'].includes(error.claim) ? 'clock' : 'not_trusted'
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed) return 'not_trusted'
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JWKSMultipleMatchingKeys) return 'not_trusted'
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid || error instanceof errors.JOSENotSupported)
    return 'malformed'
  // Keys that could not be fetched: late, with another status, refused by their address, or no keys.
  return error instanceof errors.JOSEError || error instanceof TypeError || error instanceof ProviderError
    ? 'provider_unavailable'
    : undefined
}

/** The payload of a token that this provider has signed for this site, just now. */
async function verify(db: Database, provider: Provider, settings: ApiSettings, token: string): Promise<JWTPayload> {
  try {
    const configuration = await configurationOf(db, provider, settings)
    const { payload, protectedHeader } = await jwtVerify(token, keysFor(configuration, settings), {
      algorithms,
      issuer: provider.issuer,
      audience: provider.client_id,
      clockTolerance: skew,
      maxTokenAge: longest,
      requiredClaims: ['exp', 'jti', 'events'],
    })
    // An access token is signed by the same key; as of RFC 8725 its type says what it is for.
    const type = protectedHeader.typ?.toLowerCase().replace(/^application\//u, '') ?? 'jwt'
    if (type !== 'jwt' && type !== 'logout+jwt') throw new LogoutRefusal('not_trusted')
    return payload
  } catch (error) {
    const fault = faultOf(error)
    if (fault === undefined) throw error
    throw new LogoutRefusal(fault, error)
  }
}

/** Reads whom a logout token signs out. Throws a LogoutRefusal for one that does not count. */
export async function readLogoutToken(db: Database, provider: Provider, settings: ApiSettings, token: string): Promise<SignedOut> {
  const payload = await verify(db, provider, settings, token)
  const { aud, events, sub, sid } = payload
  // For this site alone, as tokens of a sign-in have to be.
  if (Array.isArray(aud) && aud.length !== 1) throw new LogoutRefusal('not_trusted')
  if (!isObject(events) || !Object.hasOwn(events, logoutEvent) || !isObject(events[logoutEvent])) throw new LogoutRefusal('no_event')
  // A token of a sign-in is none for signing out.
  if (Object.hasOwn(payload, 'nonce')) throw new LogoutRefusal('nonce')
  const jti = textOf(payload.jti)
  const whom = { subject: textOf(sub), sid: textOf(sid) }
  const isUnreadable = (sub !== undefined && whom.subject === null) || (sid !== undefined && whom.sid === null)
  if (jti === null || isUnreadable || (whom.subject === null && whom.sid === null)) throw new LogoutRefusal('nobody')
  return { jti, ...whom }
}
