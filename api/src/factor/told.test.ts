import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endpoints } from '@adsite/contract'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { securityEvents, users } from '../db/schema.ts'
import {
  challengeOf,
  codeOf,
  dataOf,
  forgetCodes,
  halfSignedIn,
  newUser,
  withPasskey,
  withTotp,
  type FactorUser,
} from '../testing/factor-users.ts'
import { startTestApi, testSiteUrl, type TestApi } from '../testing/api.ts'

const { factor, factor_reset, sign_in } = endpoints

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ messageSeconds: 0.1 })
})
afterAll(() => api.close())

/** What the audit says of a user, oldest first. */
const told = ({ id }: FactorUser) =>
  api.db
    .select({ kind: securityEvents.kind, target: securityEvents.target, detail: securityEvents.detail })
    .from(securityEvents)
    .where(and(eq(securityEvents.user_id, id), inArray(securityEvents.kind, ['factor_change', 'factor_reset'])))
    .orderBy(asc(securityEvents.id))
interface Listed {
  readonly factors: readonly { readonly id: number; readonly kind: string; readonly last_used_at: string | null }[]
}
const listed = async ({ client }: FactorUser) => (await dataOf<Listed>(await client.call(factor.list))).factors
const mailLine = (email: string, subject: string) =>
  vi.waitFor(
    async () => {
      const lines = (await readFile(join(api.outbox, 'mails.txt'), 'utf8')).split('\n')
      expect(lines.filter((line) => line.includes(email) && line.includes(`${subject}  ${testSiteUrl}/account `))).toHaveLength(1)
    },
    { timeout: 60_000 },
  )

test('the audit names each method that is added or removed; mails are in the user’s language and lead to where methods are', async () => {
  const owner = await newUser(api, 'agency')
  await withTotp(api, owner)
  await withPasskey(owner)
  const [totp, passkey] = await listed(owner)
  expect((await owner.client.call(factor.remove, { params: { id: totp!.id } })).status).toBe(204)
  await mailLine(owner.email, '本人確認の方法が削除されました')
  await api.db.update(users).set({ locale: 'en' }).where(eq(users.id, owner.id))
  expect((await owner.client.call(factor.remove, { params: { id: passkey!.id } })).status).toBe(204)
  await mailLine(owner.email, 'A sign-in method was removed')
  expect(await told(owner)).toEqual([
    { kind: 'factor_change', target: 'totp', detail: 'added' },
    { kind: 'factor_change', target: 'passkey', detail: 'added 鍵' },
    { kind: 'factor_change', target: `factor ${totp!.id}`, detail: 'removed totp TOTP' },
    { kind: 'factor_change', target: `factor ${passkey!.id}`, detail: 'removed passkey 鍵' },
  ])
})

test('when a method was last used is told with it', async () => {
  const owner = await newUser(api, 'agency')
  const { secret } = await withTotp(api, owner)
  const key = await withPasskey(owner)
  const used = async () => (await listed(owner)).flatMap(({ kind, last_used_at }) => (last_used_at === null ? [] : [kind]))
  expect(await used()).toEqual([])
  const half = await halfSignedIn(api, owner)
  const passkey = key.answer(await challengeOf(half, factor.challenge))
  expect((await half.call(sign_in.finish, { body: { kind: 'passkey', passkey } })).status).toBe(200)
  expect(await used()).toEqual(['passkey'])
  await forgetCodes(api, owner.id)
  const other = await halfSignedIn(api, owner)
  expect((await other.call(sign_in.finish, { body: { kind: 'totp', code: codeOf(secret) } })).status).toBe(200)
  expect(await used()).toEqual(['totp', 'passkey'])
})

test('the audit says who stopped a reset, and who refused one', async () => {
  const [owner, other, admin] = [await newUser(api, 'agency'), await newUser(api, 'agency'), await newUser(api, 'admin')]
  for (const user of [owner, other]) {
    await withTotp(api, user)
    expect((await (await halfSignedIn(api, user)).call(factor_reset.ask)).status).toBe(200)
  }
  expect((await owner.client.call(factor_reset.stop)).status).toBe(204)
  const open = await dataOf<{ id: number; user: { id: number } }[]>(await admin.client.call(factor_reset.list))
  const { id } = open.find(({ user }) => user.id === other.id)!
  expect((await admin.client.call(factor_reset.refuse, { params: { id } })).status).toBe(204)
  const stopped = (await told(owner)).filter(({ kind }) => kind === 'factor_reset')
  const refused = await told(admin)
  expect(stopped.at(-1)).toEqual({ kind: 'factor_reset', target: `user ${owner.id}`, detail: 'stopped' })
  expect(refused.at(-1)).toEqual({ kind: 'factor_reset', target: `user ${other.id}`, detail: 'refused' })
})
