import { endpoints, roleCode, type Role } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { factorResets } from '../../db/schema.ts'
import type { TestApi } from '../api.ts'
import { Authenticator } from '../authenticator.ts'
import type { CallOptions, TestClient } from '../client.ts'
import { testPassword } from '../fixtures.ts'
import { challengeOf, codeOf, dataOf, giveUnknownCode, halfSignedIn, newUser, withPasskey, withTotp } from '../factor-users.ts'
import type { Request } from './requests.ts'
import { cameBack } from './sso-requests.ts'

const { factor, factor_reset, sign_in } = endpoints

interface Prepared {
  readonly client: TestClient
  readonly request: CallOptions
}

type Preparation = (api: TestApi, role: Role) => Promise<Prepared>

/** The code is that of the moment of the call, which a slow machine may make a minute after its preparation. */
const withCode = (body: object, secret: string): CallOptions => ({
  get body() {
    return { ...body, code: codeOf(secret) }
  },
})

/** Calls for which the caller needs a factor themselves. */
async function withFactor(api: TestApi, role: Role, request: CallOptions): Promise<Prepared> {
  const user = await newUser(api, role)
  await withTotp(api, user)
  return { client: user.client, request }
}

/** A user whose second factors were said to be lost. */
async function withReset(api: TestApi, role: Role): Promise<{ id: number; client: TestClient }> {
  const user = await newUser(api, role)
  await withTotp(api, user)
  await (await halfSignedIn(api, user)).call(factor_reset.ask)
  return user
}

/** Somebody of the role answers to what another user has lost. */
async function answeringReset(api: TestApi, role: Role): Promise<Prepared> {
  const { id } = await withReset(api, 'agency')
  const [reset] = await api.db.select({ id: factorResets.id }).from(factorResets).where(eq(factorResets.user_id, id))
  return { client: (await newUser(api, role)).client, request: { params: { id: reset!.id } } }
}

/** Calls that change what their user signs in with: each is made by a user of its own, in the state that it needs. */
const preparations: Readonly<Record<string, Preparation>> = {
  async 'factor.addTotp'(api, role) {
    const { client } = await newUser(api, role)
    const { secret } = await dataOf<{ secret: string }>(await client.call(factor.startTotp))
    return { client, request: withCode({}, secret) }
  },
  async 'factor.addPasskey'(api, role) {
    const { client } = await newUser(api, role)
    const creation = await dataOf<Parameters<Authenticator['create']>[0]>(await client.call(factor.startPasskey))
    return { client, request: { body: { name: '鍵', passkey: new Authenticator().create(creation) } } }
  },
  async 'factor.remove'(api, role) {
    const user = await newUser(api, role)
    await withTotp(api, user)
    const { factors } = await dataOf<{ factors: { id: number }[] }>(await user.client.call(factor.list))
    return { client: user.client, request: { params: { id: factors[0]!.id } } }
  },
  async 'factor.renewRecoveryCodes'(api, role) {
    const user = await newUser(api, role)
    await withTotp(api, user)
    return { client: user.client, request: {} }
  },
  'factor_requirement.requireOfRole': (api, role) =>
    withFactor(api, role, { body: { role: roleCode('rep'), required_from: '2999-01-01' } }),
  'factor_requirement.requireOfAccount': (api, role) =>
    withFactor(api, role, { params: { id: api.fixtures.a.accounts.rep }, body: { required_from: '2999-01-01' } }),
  async 'factor_reset.ask'(api, role) {
    const user = await newUser(api, role)
    await withTotp(api, user)
    return { client: await halfSignedIn(api, user), request: {} }
  },
  async 'factor_reset.stop'(api, role) {
    const { client } = await withReset(api, role)
    return { client, request: {} }
  },
  'factor_reset.confirm': (api, role) => answeringReset(api, role),
  'factor_reset.refuse': (api, role) => answeringReset(api, role),
  async 'sign_in.finish'(api, role) {
    const user = await newUser(api, role)
    const { secret } = await withTotp(api, user)
    return { client: await halfSignedIn(api, user), request: withCode({ kind: 'totp' }, secret) }
  },
  'single_sign_in.finish': (api) => cameBack(api),
  async 'sign_in.passkey'(api, role) {
    const user = await newUser(api, role)
    await giveUnknownCode(api, user)
    const key = await withPasskey(user)
    const client = api.client()
    return { client, request: { body: { passkey: key.answer(await challengeOf(client, sign_in.challenge)) } } }
  },
}

const prepared = new WeakMap<TestApi, Map<string, CallOptions>>()

/** The browser that makes such a call; the request that follows is for it. Undefined for other calls. */
export async function factorClient(api: TestApi, key: string, role: Role): Promise<TestClient | undefined> {
  const made = await preparations[key]?.(api, role)
  if (!made) return undefined
  prepared.set(api, (prepared.get(api) ?? new Map()).set(`${key} ${role}`, made.request))
  return made.client
}

const bytes = 'AAAA'
const signed = { id: bytes, rawId: bytes, clientExtensionResults: {}, type: 'public-key' }
const passkey = { ...signed, response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes } }
/** Requests of the right form that are refused, for tests that only need the form. */
const refused: Readonly<Record<string, CallOptions>> = {
  'factor.addTotp': { body: { code: '123456' } },
  'factor.addPasskey': { body: { name: '鍵', passkey: { ...signed, response: { clientDataJSON: bytes, attestationObject: bytes } } } },
  'factor.remove': { params: { id: 1 } },
  'factor_reset.confirm': { params: { id: 1 } },
  'factor_reset.refuse': { params: { id: 1 } },
  'factor_requirement.requireOfRole': { body: { role: roleCode('rep'), required_from: null } },
  'factor_requirement.requireOfAccount': { params: { id: 1 }, body: { required_from: null } },
  'sign_in.finish': { body: { kind: 'totp', code: '123456' } },
  'single_sign_in.finish': { body: { provider_id: 1, response: '?state=x' } },
  'sign_in.passkey': { body: { passkey } },
}

/** The request of the browser that was prepared last; one that is refused where none was. */
const preparedRequest =
  (key: string): Request =>
  (api, _, role) =>
    prepared.get(api)?.get(`${key} ${role}`) ?? refused[key] ?? {}

const nothing: Request = () => ({})

/** Requests for factors, and for sign-ins with them. */
export const factorRequests: Readonly<Record<string, Request>> = {
  'factor.list': nothing,
  'factor.choices': nothing,
  'factor.challenge': nothing,
  'factor.confirm': () => ({ body: { kind: 'password', password: testPassword } }),
  'factor_requirement.list': nothing,
  'factor_reset.list': nothing,
  'factor_requirement.ofAccount': (api) => ({ params: { id: api.fixtures.a.accounts.rep } }),
  'factor.startTotp': nothing,
  'factor.startPasskey': nothing,
  'sign_in.step': nothing,
  'sign_in.challenge': nothing,
  ...Object.fromEntries(Object.keys(preparations).map((key) => [key, preparedRequest(key)])),
}
