import { challengeLabel, endpoints, type Role } from '@adsite/contract'
import { startTestApi, type TestApi } from '../api.ts'
import type { TestClient } from '../client.ts'
import { dataOf } from '../factor-users.ts'
import { clientOfTests, ProviderBrowser, startIdentityProvider, type IdentityProvider, type Person } from './identity-provider.ts'
import { startNameServer, type NameServer } from './name-server.ts'

const { single_sign_in, single_sign_on } = endpoints

const site = 'http://site.test'
/** Ids that providers of a test may get. */
const ids = Array.from({ length: 60 }, (_, index) => index + 1)

export interface Setup {
  readonly issuer?: string
  readonly company_id?: number
  readonly second_factor?: boolean
  readonly active?: boolean
  readonly secret?: string
  /** Proven ones. Default: one of its own. */
  readonly domains?: readonly string[]
  /** Accounts by group. */
  readonly groups?: Readonly<Record<string, readonly number[]>>
}

export interface MadeProvider {
  readonly id: number
  readonly domain: string
}

export interface SsoScene {
  readonly api: TestApi
  readonly admin: TestClient
  readonly idp: IdentityProvider
  readonly names: NameServer
  account(role: Role): number
  /** Sets up a provider as an administrator does. */
  setUp(setup?: Setup): Promise<MadeProvider>
  /** Adds somebody at the provider; answers their address. */
  person(domain: string, person?: Partial<Person>): string
  /** Begins a sign-in. */
  start(client: TestClient, email: string, again?: boolean): Promise<Response>
  /** Walks to the provider and back; what it answers to the site. */
  walk(client: TestClient, email: string, browser?: ProviderBrowser, again?: boolean): Promise<URL>
  finish(client: TestClient, provider: number, back: URL | string): Promise<Response>
  /** The whole of a sign-in, in a browser of its own unless one is given. */
  signIn(
    provider: MadeProvider,
    email: string,
    client?: TestClient,
    browser?: ProviderBrowser,
  ): Promise<{ client: TestClient; response: Response }>
  close(): Promise<void>
}

let counted = 0

export async function startSsoScene(settings: Parameters<typeof startTestApi>[0] = {}): Promise<SsoScene> {
  const names = await startNameServer()
  const idp = await startIdentityProvider({ redirectUris: ids.map((id) => `${site}/auth/sso/${id}`) })
  const api = await startTestApi({ ssoReach: 'loopback', dnsServers: [names.address], ...settings })
  const admin = await api.signIn('admin')

  async function made(response: Response): Promise<number> {
    if (response.status !== 201) throw new Error(`Refused: ${await response.text()}`)
    return (await dataOf<{ id: number }>(response)).id
  }

  async function prove(id: number, domain: string): Promise<void> {
    const domain_id = await made(await admin.call(single_sign_on.addDomain, { params: { id }, body: { domain } }))
    const domains = await dataOf<{ id: number; record: { name: string; value: string } }[]>(
      await admin.call(single_sign_on.domains, { params: { id } }),
    )
    const { record } = domains.find((each) => each.id === domain_id)!
    names.texts.set(record.name, ['v=spf1 -all', record.value])
    await admin.call(single_sign_on.checkDomain, { params: { id, domain_id } })
  }

  const scene: SsoScene = {
    api,
    admin,
    idp,
    names,
    account: (role) => api.fixtures.a.accounts[role],
    async setUp({ issuer = idp.issuer, company_id = api.fixtures.a.company, secret = clientOfTests.secret, groups = {}, ...setup } = {}) {
      counted += 1
      const { domains = [`company-${counted}.example`], second_factor = false, active = true } = setup
      const body = {
        name: `提供元 ${counted}`,
        company_id,
        issuer,
        client_id: clientOfTests.id,
        groups_claim: 'groups',
        second_factor,
        active,
      }
      const id = await made(await admin.call(single_sign_on.create, { body }))
      const stored = await admin.call(single_sign_on.setSecret, { params: { id }, body: { secret } })
      if (stored.status !== 204) throw new Error(await stored.text())
      for (const domain of domains) await prove(id, domain)
      for (const [value, accounts] of Object.entries(groups))
        for (const account_id of accounts)
          await made(await admin.call(single_sign_on.addGroup, { params: { id }, body: { value, account_id } }))
      return { id, domain: domains[0] ?? '' }
    },
    person(domain, person = {}) {
      counted += 1
      const email = `person-${counted}@${domain}`
      idp.people.set(email, { sub: `sub-${counted}`, name: `人 ${counted}`, groups: ['buyers'], ...person })
      return email
    },
    start: (client, email, again) => client.call(single_sign_in.start, { body: { email, ...(again === undefined ? {} : { again }) } }),
    async walk(client, email, browser = new ProviderBrowser(), again) {
      const { url } = await dataOf<{ url: string }>(await scene.start(client, email, again))
      return browser.visit(url, site)
    },
    finish: (client, provider_id, back) =>
      client.call(single_sign_in.finish, { body: { provider_id, response: typeof back === 'string' ? back : back.search } }),
    async signIn({ id }, email, client = api.client(), browser) {
      return { client, response: await scene.finish(client, id, await scene.walk(client, email, browser)) }
    },
    async close() {
      await api.close()
      await idp.close()
      names.close()
    },
  }
  return scene
}

/** The TXT record's name of a domain. */
export const recordName = (domain: string) => `${challengeLabel}.${domain}`
