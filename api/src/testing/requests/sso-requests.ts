import { randomUUID } from 'node:crypto'
import { endpoints } from '@adsite/contract'
import { ssoDomains, ssoGroups, ssoProviders } from '../../db/schema.ts'
import { seal } from '../../factor/seal.ts'
import { secretOwner } from '../../single-sign-on/provider.ts'
import { eq } from 'drizzle-orm'
import { testFactorKey, type TestApi } from '../api.ts'
import type { CallOptions, TestClient } from '../client.ts'
import { dataOf } from '../factor-users.ts'
import { askedOf, startForgingProvider, type ForgingProvider } from '../sso/forging-provider.ts'
import type { Request } from './requests.ts'

const { single_sign_in } = endpoints

let started: Promise<ForgingProvider> | undefined
/** One provider for all requests of a process; it does not keep the process alive. */
const provider = () => (started ??= startForgingProvider('secret'))

interface Inserted {
  readonly id: number
  readonly domain: string
  readonly domain_id: number
  readonly group_id: number
}

/** A provider with a proven domain and a group, as administrators set one up. */
async function insertProvider({ db, fixtures }: TestApi): Promise<Inserted> {
  const { issuer } = await provider()
  const name = randomUUID()
  const settings = { client_id: 'adsite', groups_claim: 'groups', second_factor: false, active: true }
  const values = { name, name_norm: name, company_id: fixtures.a.company, issuer, ...settings }
  const [{ id } = { id: 0 }] = await db.insert(ssoProviders).values(values).returning({ id: ssoProviders.id })
  await db
    .update(ssoProviders)
    .set({ client_secret: seal([testFactorKey], secretOwner(id), 'secret') })
    .where(eq(ssoProviders.id, id))
  const domain = `${name}.example`
  const [proven] = await db
    .insert(ssoDomains)
    .values({ provider_id: id, domain, challenge: 'x', proven_at: new Date(), checked_at: new Date() })
    .returning({ id: ssoDomains.id })
  const [group] = await db
    .insert(ssoGroups)
    .values({ provider_id: id, value: 'buyers', account_id: fixtures.a.accounts.agency })
    .returning({ id: ssoGroups.id })
  return { id, domain, domain_id: proven!.id, group_id: group!.id }
}

const withProvider =
  (request: (inserted: Inserted, api: TestApi) => CallOptions): Request =>
  async (api) =>
    request(await insertProvider(api), api)

/** A browser that has come back from the provider, and what it sends then. */
export async function cameBack(api: TestApi): Promise<{ client: TestClient; request: CallOptions }> {
  const { id, domain } = await insertProvider(api)
  const client = api.client()
  const email = `somebody@${domain}`
  const { url } = await dataOf<{ url: string }>(await client.call(single_sign_in.start, { body: { email } }))
  const { state, nonce } = askedOf(url)
  const { forge } = await provider()
  forge({ claims: { sub: email, nonce, email, email_verified: true, groups: ['buyers'] } })
  return { client, request: { body: { provider_id: id, response: `?${new URLSearchParams({ code: 'c', state: state ?? '' })}` } } }
}

const idOf = ({ id }: Inserted) => ({ params: { id } })

/** Requests for the setting up of single sign-on, and for sign-ins with it. */
export const ssoRequests: Readonly<Record<string, Request>> = {
  'single_sign_in.start': withProvider(({ domain }) => ({ body: { email: `somebody@${domain}` } })),
  'single_sign_on.setSecret': withProvider((made) => ({ ...idOf(made), body: { secret: 'another' } })),
  'single_sign_on.test': withProvider(idOf),
  'single_sign_on.requirement': withProvider(idOf),
  'single_sign_on.setRequirement': withProvider((made) => ({ ...idOf(made), body: { required: false } })),
  'single_sign_on.domains': withProvider(idOf),
  'single_sign_on.addDomain': withProvider((made) => ({ ...idOf(made), body: { domain: `${randomUUID()}.example` } })),
  'single_sign_on.checkDomain': withProvider(({ id, domain_id }) => ({ params: { id, domain_id } })),
  'single_sign_on.removeDomain': withProvider(({ id, domain_id }) => ({ params: { id, domain_id } })),
  'single_sign_on.groups': withProvider(idOf),
  'single_sign_on.addGroup': withProvider((made, { fixtures }) => ({
    ...idOf(made),
    body: { value: randomUUID(), account_id: fixtures.a.accounts.agency },
  })),
  'single_sign_on.removeGroup': withProvider(({ id, group_id }) => ({ params: { id, group_id } })),
}
