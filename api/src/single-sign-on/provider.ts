import { required, type ProviderFault } from '@adsite/contract'
import { and, eq, isNull } from 'drizzle-orm'
import { createRemoteJWKSet, customFetch as keyFetch, type JWTVerifyGetKey } from 'jose'
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  Configuration,
  customFetch,
  enableNonRepudiationChecks,
  type ServerMetadata,
} from 'openid-client'
import type { ApiSettings } from '../call/settings.ts'
import type { Database } from '../db/connect.ts'
import { ssoProviders } from '../db/schema.ts'
import { isSealedByFormer, seal, unseal } from '../factor/seal.ts'
import { RefusedAddress, type Reach } from '../webhook/public-address.ts'
import { providerFetch } from './provider-fetch.ts'

export type Provider = typeof ssoProviders.$inferSelect

/** Whom the secret of a provider opens for (factor/seal.ts). */
export const secretOwner = (id: number) => `sso provider ${id}`

/** Seconds by which clocks may differ. */
export const skew = 30
/** Milliseconds for which metadata are kept, so that attempts to sign in do not each ask for them. */
const kept = 5 * 60_000

/** A provider that cannot be asked, and why. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly fault: ProviderFault

  constructor(fault: ProviderFault, cause?: unknown) {
    super(`The provider cannot be used: ${fault}`, { cause })
    this.fault = fault
  }
}

const fetchers = { public: providerFetch('public'), loopback: providerFetch('loopback') } as const satisfies Record<Reach, unknown>

const isMetadata = (value: unknown): value is ServerMetadata => typeof value === 'object' && value !== null && 'issuer' in value

/** Whether the provider can do what a sign-in needs: codes with PKCE, keys to check signatures with, an endpoint for each. */
function isCapable(server: ServerMetadata, reach: Reach): boolean {
  const { authorization_endpoint, token_endpoint, jwks_uri, code_challenge_methods_supported: methods = ['S256'] } = server
  const isAddress = (text: string | undefined) => {
    const protocol = text === undefined ? undefined : URL.parse(text)?.protocol
    return protocol === 'https:' || (reach === 'loopback' && protocol === 'http:')
  }
  return [authorization_endpoint, token_endpoint, jwks_uri].every(isAddress) && methods.includes('S256')
}

/** What the provider says of itself at its well-known address. Throws a ProviderError. */
async function askForMetadata(issuer: string, reach: Reach): Promise<ServerMetadata> {
  const address = `${issuer.replace(/\/$/u, '')}/.well-known/openid-configuration`
  const response = await fetchers[reach](address, {
    method: 'GET',
    headers: { Accept: 'application/json' },
    body: undefined,
    redirect: 'manual',
  }).catch((error: unknown) => {
    throw new ProviderError(error instanceof RefusedAddress ? 'refused_address' : 'unreachable', error)
  })
  const found: unknown = response.status === 200 ? await response.json().catch(() => null) : null
  if (!isMetadata(found)) throw new ProviderError('no_metadata')
  if (found.issuer !== issuer) throw new ProviderError('other_issuer')
  if (!isCapable(found, reach)) throw new ProviderError('incapable')
  return found
}

const known = new Map<string, { readonly until: number; readonly configuration: Configuration }>()

type Keys = Pick<ApiSettings, 'factorKeys' | 'ssoReach'>

const keyOf = ({ id, issuer, client_id, client_secret }: Provider, { ssoReach = 'public' }: Pick<Keys, 'ssoReach'>) =>
  [ssoReach, id, issuer, client_id, client_secret].join(' ')

function fromMemory(provider: Provider, settings: Pick<Keys, 'ssoReach'>): Configuration | undefined {
  const former = known.get(keyOf(provider, settings))
  return former && former.until > Date.now() ? former.configuration : undefined
}

/** Whether the provider has been asked for its metadata lately, so that nothing has to be asked to check what it has signed. */
export const isKnown = (provider: Provider, settings: Pick<Keys, 'ssoReach'>): boolean => fromMemory(provider, settings) !== undefined

/** How the provider is talked to. `anew`: its metadata are not taken from memory. Throws a ProviderError. */
export async function configurationOf(db: Database, provider: Provider, settings: Keys, anew = false): Promise<Configuration> {
  const { id, issuer, client_id, client_secret } = provider
  const reach = settings.ssoReach ?? 'public'
  if (client_secret === null) throw new ProviderError('no_secret')
  const former = fromMemory(provider, settings)
  if (former && !anew) return former
  const server = await askForMetadata(issuer, reach)
  const secret = unseal(settings.factorKeys, secretOwner(id), client_secret)
  if (isSealedByFormer(settings.factorKeys, client_secret)) {
    const sealed = seal(settings.factorKeys, secretOwner(id), secret)
    const isSame = and(eq(ssoProviders.id, id), eq(ssoProviders.client_secret, client_secret))
    await db.update(ssoProviders).set({ client_secret: sealed }).where(isSame)
  }
  const methods = server.token_endpoint_auth_methods_supported
  const authentication = methods && !methods.includes('client_secret_basic') ? ClientSecretPost(secret) : ClientSecretBasic(secret)
  const configuration = new Configuration(server, client_id, { [clockTolerance]: skew }, authentication)
  configuration[customFetch] = fetchers[reach]
  // Signatures are checked although the token comes from the provider itself, so that one without counts for nothing.
  enableNonRepudiationChecks(configuration)
  if (reach === 'loopback') allowInsecureRequests(configuration)
  for (const [each, { until }] of known) if (until <= Date.now()) known.delete(each)
  known.set(keyOf(provider, settings), { until: Date.now() + kept, configuration })
  return configuration
}

const keySets = new WeakMap<Configuration, JWTVerifyGetKey>()

/** The keys that the provider publishes, fetched when one is missing, twice a minute at most. */
export function keysFor(configuration: Configuration, settings: Pick<ApiSettings, 'ssoReach'>): JWTVerifyGetKey {
  const former = keySets.get(configuration)
  if (former) return former
  const ask = fetchers[settings.ssoReach ?? 'public']
  const address = new URL(required(configuration.serverMetadata().jwks_uri, 'the address of the keys'))
  const keys = createRemoteJWKSet(address, {
    [keyFetch]: (url, { method, headers }) =>
      ask(url, { method, headers: Object.fromEntries(headers), body: undefined, redirect: 'manual' }).catch((error: unknown) => {
        throw new ProviderError(error instanceof RefusedAddress ? 'refused_address' : 'unreachable', error)
      }),
  })
  keySets.set(configuration, keys)
  return keys
}

/** The provider with that id that people may sign in with; undefined if there is none. */
export async function findActive(db: Database, id: number): Promise<Provider | undefined> {
  const [found] = await db
    .select()
    .from(ssoProviders)
    .where(and(eq(ssoProviders.id, id), eq(ssoProviders.active, true), isNull(ssoProviders.deleted_at)))
  return found
}
