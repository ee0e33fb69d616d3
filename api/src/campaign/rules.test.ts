import { validationText, type campaign } from '@adsite/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Author } from '../call/author.ts'
import type { StoredRecord } from '../resource/mapping/resource-mapping.ts'
import { findOrRefuse } from '../resource/read/find-or-refuse.ts'
import { jsonOf } from '../resource/write/write.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { insertAd, insertCampaign, loadFixtures, type Fixtures } from '../testing/fixtures.ts'
import { campaignMapping } from './mapping.ts'
import { validateCampaign } from './rules.ts'

let database: TestDatabase
let fixtures: Fixtures
let author: Author
beforeAll(async () => {
  database = await createTestDatabase()
  fixtures = await loadFixtures(database.db)
  author = { account_id: fixtures.a.accounts.admin, role: 'admin', user_id: fixtures.a.users.admin, source: 'api' }
})
afterAll(() => database.drop())

test('a campaign keeps room and time for all of its ads together, and for nobody else’s', async () => {
  const id = await insertCampaign(database.db, fixtures.a.accounts, '規則')
  const dates = { start_at: new Date('2026-04-01T00:00:00Z'), end_at: new Date('2026-04-30T15:00:00Z') }
  const place = { ...fixtures.a, campaign: id }
  await insertAd(database.db, place, { ...dates, budget: '5000' })
  await insertAd(database.db, place, { ...dates, budget: '3000.5', end_at: new Date('2026-04-20T15:00:00Z') })
  await insertAd(database.db, place, { ...dates, deleted_at: new Date() })
  const before = { id, ...jsonOf(campaignMapping, await findOrRefuse(database.db, author, campaignMapping, id)) }
  const faults = async (values: Partial<StoredRecord<typeof campaign>>) => {
    const found = await validateCampaign(database.db, author, { ...before, ...values }, before)
    return Object.entries(found).map(([field, messages]) => `${field}: ${messages?.map((text) => validationText(text, 'ja')).join('')}`)
  }
  const outside = (count: number) => [`end_at: 期間からはみ出る広告が${count}件あります。先に広告の期間を変更してください。`]
  expect(await faults({ lifetime_budget: '8000.5' })).toEqual([])
  expect(await faults({ lifetime_budget: '8000' })).toEqual(['lifetime_budget: 広告の予算の合計8,000.5円を0.5円下回っています。'])
  expect(await faults({ start_at: '2026-04-01T00:00:00.000Z', end_at: '2026-04-30T15:00:00.000Z' })).toEqual([])
  expect(await faults({ start_at: '2026-04-01T00:00:00.001Z' })).toEqual(outside(2))
  expect(await faults({ end_at: '2026-04-30T14:59:59.999Z' })).toEqual(outside(1))
})
