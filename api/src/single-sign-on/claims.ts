import { isObject } from '@adsite/contract'
import { fetchUserInfo, type Configuration } from 'openid-client'
import { normaliseEmail } from '../session/throttle.ts'
import type { Provider } from './provider.ts'

/** Methods that are more than a password (RFC 8176): several of them, a one-time code, a key, a smart card. */
const strongMethods = ['mfa', 'otp', 'hwk', 'swk', 'sc']

/** What the provider says of somebody, checked for its form. */
export interface Claims {
  readonly subject: string
  /** Normalised; null: it names none, or has not verified it. */
  readonly email: string | null
  readonly name: string | null
  readonly groups: readonly string[]
  readonly sid: string | null
  readonly at: Date | null
  readonly several: boolean
}

/** What it says at the end of a sign-in, and when the browser was sent there for it. */
export interface SignedInClaims extends Claims {
  readonly since: Date
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)

/** The texts of a claim with one or several; anything else in it counts for nothing. */
function textsOf(value: unknown): string[] {
  const all: unknown[] = Array.isArray(value) ? value : [value]
  return all.filter((each) => typeof each === 'string')
}

const own = (claims: object, name: string): unknown => (isObject(claims) && Object.hasOwn(claims, name) ? claims[name] : undefined)

/** The address, if it was verified: that another address was says nothing of this one. */
function verifiedEmail(token: object, asked: object): string | null {
  const addressOf = (claims: object) => {
    const email = textOf(own(claims, 'email'))
    return email === null ? null : normaliseEmail(email)
  }
  const address = addressOf(token) ?? addressOf(asked)
  const ofIt = [token, asked].filter((claims) => [null, address].includes(addressOf(claims)))
  const [verified] = ofIt.map((claims) => own(claims, 'email_verified')).filter((said) => said !== undefined)
  return verified === true ? address : null
}

/** Reads the claims of a verified token, and those that the provider answers about its subject besides. The token counts first. */
export function readClaims(
  { groups_claim, second_factor }: Pick<Provider, 'groups_claim' | 'second_factor'>,
  token: { readonly sub: string },
  asked: object,
): Claims {
  const said = (name: string) => own(token, name) ?? own(asked, name)
  const at = own(token, 'auth_time')
  return {
    subject: token.sub,
    email: verifiedEmail(token, asked),
    name: textOf(said('name')),
    groups: textsOf(said(groups_claim)),
    sid: textOf(own(token, 'sid')),
    at: typeof at === 'number' && at > 0 && at < 1e11 ? new Date(at * 1000) : null,
    several: second_factor && textsOf(own(token, 'amr')).some((method) => strongMethods.includes(method)),
  }
}

/** What the provider answers about the subject, where it has an endpoint for that. */
export async function askAbout(configuration: Configuration, accessToken: string, subject: string): Promise<object> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {}
  return fetchUserInfo(configuration, accessToken, subject)
}
