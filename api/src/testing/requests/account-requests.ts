import { randomUUID } from 'node:crypto'
import { endpoints, type AccountKind, type accountStates, type Role, type UserKind } from '@adsite/contract'
import { desc } from 'drizzle-orm'
import { passwordResets, sessions } from '../../db/schema.ts'
import { mailTokenHash, newMailToken } from '../../mail/mail-token.ts'
import type { TestApi } from '../api.ts'
import type { CallOptions, TestClient } from '../client.ts'
import { insertKey } from '../keys.ts'
import { insertViewing } from '../viewings.ts'
import { emailOf, insertInvitation, insertMember, testPassword } from '../fixtures.ts'
import { changeRequestRequests } from './change-requests.ts'
import { factorRequests } from './factor-requests.ts'
import type { Request } from './requests.ts'

type Prepared = Promise<CallOptions>
const nothing: Request = () => ({})

const accountBody = (api: TestApi) => ({ name: '新しいアカウント', company_id: api.fixtures.a.company })

async function freshAccount(api: TestApi, admin: TestClient, kind: AccountKind, ...actions: AccountAction[]): Prepared {
  const response = await admin.call(endpoints[kind].create, { body: accountBody(api) })
  const params = { id: ((await response.json()) as { data: { id: number } }).data.id }
  for (const [index, action] of actions.entries()) await admin.call(endpoints[kind][action], { params, body: { version: index + 1 } })
  return { params, body: { version: actions.length + 1 } }
}

type AccountAction = keyof (typeof accountStates)['actions']

/** Requests of an account resource, which are the same for every kind. */
function kindRequests(kind: AccountKind): Record<string, Request> {
  const one: Request = (api) => ({ params: { id: api.fixtures.a.accounts[kind] } })
  const fresh =
    (...actions: AccountAction[]): Request =>
    (api, admin) =>
      freshAccount(api, admin, kind, ...actions)
  return {
    [`${kind}.list`]: () => ({ query: { status: 'SERVING', q: kind } }),
    [`${kind}.select`]: nothing,
    [`${kind}.get`]: one,
    [`${kind}.history`]: one,
    [`${kind}.create`]: (api) => ({ body: accountBody(api) }),
    [`${kind}.update`]: async (api, admin) => ({ ...(await freshAccount(api, admin, kind)), body: { version: 1, name: '改名' } }),
    [`${kind}.approve`]: fresh(),
    [`${kind}.suspend`]: fresh('approve'),
    [`${kind}.resume`]: fresh('approve', 'suspend'),
    [`${kind}.end`]: fresh(),
    [`${kind}.delete`]: async (api, admin) => ({ params: (await freshAccount(api, admin, kind)).params! }),
  }
}

async function freshGroup(api: TestApi, admin: TestClient): Promise<{ id: number }> {
  const response = await admin.call(endpoints.publisher_group.create, { body: accountBody(api) })
  return { id: ((await response.json()) as { data: { id: number } }).data.id }
}

const ofGroup: Request = (api) => ({ params: { id: api.fixtures.a.publisherGroup } })
const ofInvitation: Request = (api, _, role) => ({ params: { id: api.fixtures.a.invitations[inviting(role)] } })

const freshEmail = () => `${randomUUID()}@test.example`
const newPassword = { password: 'three small boats at noon', password_confirmation: 'three small boats at noon' }

/** The account that a role invites to: ptd to its own, the others to a media group's. */
const inviting = (role: Role) => (role === 'ptd' ? 'ptd' : 'pg')

async function freshInvitation(api: TestApi, email = freshEmail(), role: Role = 'pg') {
  return insertInvitation(api.db, api.fixtures.a.accounts[inviting(role)], email)
}

/** Prepares an invitation to an account that the role manages. */
const sentInvitation: Request = async (api, _, role) => ({
  params: { id: (await freshInvitation(api, freshEmail(), role)).id },
  body: { version: 1 },
})

async function freshReset({ db, fixtures }: TestApi): Promise<{ token: string }> {
  const token = newMailToken()
  const user_id = await insertMember(db, freshEmail(), fixtures.a.accounts.agency, 'agency')
  await db.insert(passwordResets).values({ token_hash: mailTokenHash(token), user_id })
  return { token }
}

/** A key of the role's user. */
const freshKey: Request = async (api, _, role) => ({ params: { id: (await insertKey(api, role, ['dashboard.read'])).id } })

/** Signs the role's user in with another browser. */
async function freshSession(api: TestApi, role: Role): Promise<number> {
  await api.signIn(role)
  const [newest] = await api.db.select({ id: sessions.id }).from(sessions).orderBy(desc(sessions.id)).limit(1)
  return newest!.id
}

async function freshAcceptance(api: TestApi): Prepared {
  const email = freshEmail()
  await insertMember(api.db, email, api.fixtures.a.accounts.agency, 'agency')
  return { body: { token: (await freshInvitation(api, email)).token } }
}

/** Requests about the users of one kind of account. */
function userRequests(kind: UserKind): Record<string, Request> {
  const group = `${kind}_user`
  const one: Request = (api) => ({ params: { id: api.fixtures.a.users[kind] } })
  const fresh = async ({ db, fixtures }: TestApi) => ({ id: await insertMember(db, freshEmail(), fixtures.a.accounts[kind], kind) })
  async function suspended(api: TestApi, admin: TestClient): Prepared {
    const params = await fresh(api)
    await admin.call(endpoints[`${kind}_user`].suspend, { params, body: { version: 1 } })
    return { params, body: { version: 2 } }
  }
  return {
    [`${group}.list`]: () => ({ query: { status: 'ACTIVE', locale: 'ja', q: 'test.example', sort: 'email' } }),
    [`${group}.select`]: nothing,
    [`${group}.get`]: one,
    [`${group}.history`]: one,
    [`${group}.update`]: async (api) => ({ params: await fresh(api), body: { version: 1, name: '改名 太郎', locale: 'en' } }),
    [`${group}.suspend`]: async (api) => ({ params: await fresh(api), body: { version: 1 } }),
    [`${group}.reactivate`]: suspended,
    [`${group}.retire`]: suspended,
    [`${group}.memberships`]: one,
    [`${group}.leave`]: async (api) => ({ params: { ...(await fresh(api)), account_id: api.fixtures.a.accounts[kind] } }),
    [`${group}.setDefault`]: async (api) => ({ params: await fresh(api), body: { account_id: api.fixtures.a.accounts[kind] } }),
  }
}

/** Requests for sessions, passwords, accounts of every kind, their users and invitations. */
export const accountRequests: Readonly<Record<string, Request>> = {
  'session.csrf': nothing,
  'session.login': () => ({ body: { email: emailOf('admin'), password: testPassword } }),
  'session.logout': nothing,
  'session.me': nothing,
  'session.accounts': nothing,
  'viewing.start': ({ fixtures: { b } }) => ({
    body: { user_id: b.users.agency, account_id: b.accounts.agency, reason: '問い合わせの確認' },
  }),
  'viewing.end': async (api, _, role) => ({ params: { id: await insertViewing(api, role) } }),
  'user.me': nothing,
  'session.changeRole': (api, _, role) => ({ body: { account_id: api.fixtures.a.accounts[role] } }),
  'api_key.list': nothing,
  'api_key.scopes': nothing,
  'api_key.create': () => ({ body: { name: randomUUID(), scopes: ['dashboard.read'], networks: ['203.0.113.0/24'] } }),
  'api_key.revoke': freshKey,
  'api_key.all': nothing,
  'api_key.revokeAny': freshKey,
  ...changeRequestRequests,
  ...factorRequests,
  'notice_setting.list': nothing,
  'notice_setting.update': () => ({ body: { topic: 'integration', channel: 'site', on: false } }),
  'own_session.list': nothing,
  'own_session.end': async (api, _, role) => ({ params: { id: await freshSession(api, role) } }),
  'own_session.endOthers': nothing,
  'password.check': async (api) => ({ body: { token: (await freshReset(api)).token } }),
  'password.change': () => ({ body: { current_password: testPassword, ...newPassword } }),
  'security_event.list': () => ({ query: { kind: 'sign_in', outcome: 'DONE', at_from: '2026-01-01', q: 'test.example' } }),
  'security_event.export': () => ({ query: { kind: 'sign_in' } }),
  'password.forgot': () => ({ body: { email: emailOf('rep') } }),
  'password.reset': async (api) => ({ body: { ...(await freshReset(api)), ...newPassword } }),
  'invitation.list': (api) => ({ query: { account_id: api.fixtures.b.accounts.pg, status: 'SENT,EXPIRED', role: 'pg' } }),
  'invitation.select': nothing,
  'invitation.get': ofInvitation,
  'invitation.history': ofInvitation,
  'invitation.invite': (api, _, role) => ({
    body: { email: freshEmail(), account_id: api.fixtures.a.accounts[inviting(role)], locale: 'ja' },
  }),
  'invitation.resend': sentInvitation,
  'invitation.revoke': sentInvitation,
  'invitation.bulk': async (api, _, role) => ({ body: { action: 'revoke', ids: [(await freshInvitation(api, freshEmail(), role)).id] } }),
  'invitation.check': async (api) => ({ body: { token: (await freshInvitation(api)).token } }),
  'invitation.accept': (api) => freshAcceptance(api),
  'invitation.register': async (api) => ({ body: { token: (await freshInvitation(api)).token, name: '新しい利用者', ...newPassword } }),
  ...userRequests('advertiser'),
  ...userRequests('agency'),
  ...userRequests('rep'),
  ...userRequests('ptd'),
  ...userRequests('pg'),
  ...kindRequests('advertiser'),
  ...kindRequests('agency'),
  ...kindRequests('rep'),
  ...kindRequests('ptd'),
  'pg.select': nothing,
  'account.select': nothing,
  'publisher_group.list': (api) => ({ query: { company_id: api.fixtures.a.company, ptd_account_id: api.fixtures.a.accounts.ptd } }),
  'publisher_group.select': nothing,
  'publisher_group.get': ofGroup,
  'publisher_group.history': ofGroup,
  'publisher_group.create': (api) => ({ body: accountBody(api) }),
  'publisher_group.update': async (api, admin) => ({ params: await freshGroup(api, admin), body: { version: 1, name: '改名' } }),
}
