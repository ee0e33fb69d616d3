import { endpoints } from '@adsite/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { companies } from './schema.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const raised = (code: string) => sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`)

test('a transaction that was ended for others’ sake is run again as a whole, and leaves the work of one run', async () => {
  const { db, fixtures } = api
  const row = eq(companies.id, fixtures.a.company)
  for (const code of ['40P01', '40001']) {
    const before = (await db.select().from(companies).where(row))[0]!.version
    let runs = 0
    await db.transaction(async (transaction) => {
      await transaction
        .update(companies)
        .set({ version: sql`${companies.version} + 1` })
        .where(row)
      runs += 1
      if (runs < 3) await transaction.execute(raised(code))
    })
    expect([runs, (await db.select().from(companies).where(row))[0]!.version]).toEqual([3, before + 1])
  }
})

test('not again and again, and not for other errors', async () => {
  for (const [code, expected] of [
    ['40P01', 4],
    ['23505', 1],
    ['22012', 1],
  ] as const) {
    let runs = 0
    const failing = api.db.transaction(async (transaction) => {
      runs += 1
      await transaction.execute(raised(code))
    })
    await expect(failing).rejects.toThrow('Failed query')
    expect([code, runs]).toEqual([code, expected])
  }
})

test('two imports that lock the same companies in opposite order both end without a failure inside', async () => {
  const admin = await api.signIn('admin')
  const ids = [api.fixtures.a.company, api.fixtures.b.company]
  const send = (rows: number[], memo: string) => {
    // Enough lines that the two transactions overlap.
    const body = `id,version,street2\n${rows.map((id) => `${id},,${memo}`).join('\n')}\n`
    return admin.call(endpoints.company.import, { query: { commit: 'true' }, body, headers: { 'Content-Type': 'text/csv' } })
  }
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all([send(ids, `a${round}`), send(ids.toReversed(), `b${round}`), send(ids, `c${round}`)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  }
})

test('what stays in each other’s way answers 503 with Retry-After', async () => {
  const admin = await api.signIn('admin')
  await api.pool.query(`create function contended() returns trigger language plpgsql as
    $$ begin raise exception using errcode = '40P01'; end $$`)
  await api.pool.query('create trigger contended before update on companies for each row execute function contended()')
  const response = await admin.call(endpoints.company.update, {
    params: { id: api.fixtures.a.company },
    body: { version: (await api.db.select().from(companies).where(eq(companies.id, api.fixtures.a.company)))[0]!.version, street2: 'x' },
  })
  expect([response.status, response.headers.get('Retry-After'), await response.json()]).toMatchObject([503, '2', { code: 'unavailable' }])
  await api.pool.query('drop trigger contended on companies')
})
