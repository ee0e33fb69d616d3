import { endpoints, roleCode } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memberships, users } from '../db/schema.ts'
import type { TestClient } from '../testing/client.ts'
import { allEndpoints } from '../testing/requests/requests.ts'
import { startSsoScene, type SsoScene } from '../testing/sso/sso-scene.ts'

// A session for which the provider of a company vouches, of a user who has an account of another company: whatever concerns that
// one too is refused. The same user without it is not.

let scene: SsoScene
let beyond: TestClient
let within: TestClient

beforeAll(async () => {
  scene = await startSsoScene()
  const provider = await scene.setUp({ groups: { buyers: [scene.account('agency')] } })
  const signedIn = async () => {
    const email = scene.person(provider.domain)
    return { email, client: (await scene.signIn(provider, email)).client }
  }
  const { email, client } = await signedIn()
  const [user] = await scene.api.db.select().from(users).where(eq(users.email, email))
  const account_id = scene.api.fixtures.b.accounts.advertiser
  await scene.api.db.insert(memberships).values({ user_id: user!.id, account_id, role: roleCode('advertiser') })
  beyond = client
  within = (await signedIn()).client
})
afterAll(() => scene.close())

const everywhere = allEndpoints.filter(({ endpoint }) => endpoint.everywhere)
const codeOf = async (response: Response) => [response.status, ((await response.json().catch(() => ({}))) as { code?: string }).code]
const refused = [403, 'single_sign_on_session']

describe('what concerns all accounts of a user', () => {
  test.for(everywhere)('$key is refused to the session of a provider that vouches for some of them', async ({ endpoint }) => {
    expect(await codeOf(await beyond.call(endpoint, { params: { id: 1 } }))).toEqual(refused)
    expect(await codeOf(await within.call(endpoint, { params: { id: 1 } }))).not.toEqual(refused)
  })

  test('is how and where they sign in, what they are called and how they are told', () => {
    expect(everywhere.map(({ key }) => key)).toEqual([
      'own_session.list',
      'own_session.end',
      'own_session.endOthers',
      'factor.list',
      'factor.startTotp',
      'factor.addTotp',
      'factor.startPasskey',
      'factor.addPasskey',
      'factor.remove',
      'factor.renewRecoveryCodes',
      'factor_reset.ask',
      'password.change',
      'user.updateMe',
      'notice_setting.list',
      'notice_setting.update',
    ])
  })

  // One that is added has to be judged: what it reads or changes may be of a company that the provider is not of.
  test('is not the other calls that every role may make', () => {
    const others = allEndpoints.filter(({ endpoint }) => endpoint.permission === 'session.use' && !endpoint.everywhere)
    expect(others.map(({ key }) => key)).toEqual([
      'session.me',
      'session.accounts',
      'session.changeRole',
      'api_key.list',
      'api_key.scopes',
      'api_key.create',
      'api_key.revoke',
      'factor.choices',
      'factor.challenge',
      'factor.confirm',
      'factor_reset.stop',
      'sign_in.step',
      'sign_in.finish',
      'viewing.end',
      'user.me',
      'constants.get',
      'place.prefectures',
      'place.cities',
      'place.postalCode',
      'release.beacon',
      'release.vital',
      'release.page',
      'preview.get',
      'preview.start',
      'preview.end',
    ])
  })

  test('can be read of the session itself', async () => {
    for (const endpoint of [endpoints.session.me, endpoints.session.accounts, endpoints.user.me])
      expect(await (await beyond.call(endpoint)).text()).not.toMatch(/ b"/u)
  })
})
