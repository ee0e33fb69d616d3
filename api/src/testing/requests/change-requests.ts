import { randomUUID } from 'node:crypto'
import { roleCode } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { changeRequests, memberships, users } from '../../db/schema.ts'
import type { TestApi } from '../api.ts'
import type { Request } from './requests.ts'

/** An invitation to the caller's account that somebody else has asked for, or the caller themselves. */
async function waiting(api: TestApi, role: 'admin' | 'ptd' | 'pg', own: boolean) {
  const account_id = api.fixtures.a.accounts[role]
  const [asking] = own
    ? [{ id: api.fixtures.a.users[role] }]
    : await api.db
        .insert(users)
        .values({ email: `${randomUUID()}@test.example`, name: '申請者', status: 'ACTIVE' })
        .returning({ id: users.id })
  const requested_by = asking!.id
  if (!own) await api.db.insert(memberships).values({ user_id: requested_by, account_id, role: roleCode(role) })
  const email = `${randomUUID()}@test.example`
  const [made] = await api.db
    .insert(changeRequests)
    .values({
      account_id,
      area: 'role',
      entity: 'invitation',
      action: 'create',
      name: email,
      before: {},
      after: { email, account_id, locale: 'ja' },
      permission: 'user.invite',
      requested_by,
      requested_in: account_id,
      lapses_at: sql`now() + interval '7 days'`,
    })
    .returning({ id: changeRequests.id })
  return { params: { id: made!.id }, body: { reason: '確認済み' } }
}

const deciding = new Set<string>(['admin', 'ptd', 'pg'])
const of =
  (own: boolean): Request =>
  (api, _, role) =>
    deciding.has(role) ? waiting(api, role as 'admin' | 'ptd' | 'pg', own) : { params: { id: 1 }, body: { reason: '確認済み' } }

export const changeRequestRequests: Readonly<Record<string, Request>> = {
  'change_request.list': () => ({ query: { state: 'waiting' } }),
  'change_request.explain': of(true),
  'change_request.approve': of(false),
  'change_request.reject': of(false),
  'four_eyes.get': ({ fixtures }) => ({ params: { id: fixtures.a.accounts.rep } }),
  'four_eyes.set': ({ fixtures }) => ({ params: { id: fixtures.a.accounts.rep }, body: { areas: [], order_above: '1000' } }),
}
