import { accountAllows, accountStatuses, creditAllows, creditStatuses, type AllowedAct } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { advertiserAllowed } from './advertiser-allowed.ts'
import { accounts, companies } from './schema.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const acts: readonly AllowedAct[] = ['order', 'activate', 'deliver']

/** spec/domain "Credit": the effect of each credit state. */
const expected: Readonly<Record<(typeof creditStatuses.keys)[number], string>> = {
  UNREVIEWED: '',
  APPLIED: '',
  REJECTED: '',
  ACTIVE: 'order activate deliver',
  RAISE_APPLIED: 'order activate deliver',
  ON_HOLD: 'order deliver',
  CREDIT_STOP: 'deliver',
  INACTIVE: 'deliver',
  BLOCKED: '',
}

describe('what an advertiser may', () => {
  const cells = creditStatuses.keys.flatMap((credit) => accountStatuses.keys.map((account) => ({ credit, account })))
  test.for(cells)('company $credit, account $account', async ({ credit, account }) => {
    const { accounts: own, company } = api.fixtures.a
    await api.db.update(companies).set({ credit_status: credit }).where(eq(companies.id, company))
    await api.db.update(accounts).set({ status: account }).where(eq(accounts.id, own.advertiser))
    const allowed = acts.filter((act) => creditAllows(credit)[act] && accountAllows(account)[act])
    expect(allowed.join(' ')).toBe(account === 'SERVING' ? expected[credit] : '')
    for (const act of acts) {
      const found = await api.db
        .select({ id: accounts.id, allowed: advertiserAllowed(act, accounts.id) })
        .from(accounts)
        .where(eq(accounts.id, own.advertiser))
      expect([act, found[0]!.allowed]).toEqual([act, allowed.includes(act)])
    }
  })

  test('another company’s credit is of no account', async () => {
    const { a, b } = api.fixtures
    await api.db.update(companies).set({ credit_status: 'BLOCKED' }).where(eq(companies.id, a.company))
    const [other] = await api.db
      .select({ allowed: advertiserAllowed('order', accounts.id) })
      .from(accounts)
      .where(eq(accounts.id, b.accounts.advertiser))
    expect(other!.allowed).toBe(true)
  })
})
