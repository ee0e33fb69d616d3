import { adCost, billingTypes } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { adAllows } from './credit-room.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const quantities = [null, 0, 1, 2, 3, 999, 1000, 1001, 123_457, 98_765_432_109, 1_000_000_000_000]
const prices = ['0.000001', '0.333333', '1', '40.5', '499.999999', '500', '123456.789012', '999999']
const rows = billingTypes.keys.flatMap((billing) =>
  quantities.flatMap((quantity) =>
    prices.flatMap((unit_price) => ['0', '0.5', '700'].map((budget) => ({ billing, quantity, unit_price, budget }))),
  ),
)

test('the database and the contract agree on what an ad may spend', async () => {
  const { rows: found } = await database.db.execute<{ allows: string | null }>(sql`select trim_scale(${adAllows})::text as allows
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as given (row, rank),
      jsonb_populate_record(null::ads, given.row) as ads
    order by rank`)
  const allowed = ({ billing, quantity, unit_price, budget }: (typeof rows)[number]) => {
    if (budget !== '0') return budget
    // Else the budget of the campaign, which does not exist here.
    return quantity ? adCost(billing, quantity, unit_price) : null
  }
  const beside = rows.map((row, index) => ({ ...row, allows: found[index]?.allows, expected: allowed(row) }))
  expect(beside.filter(({ allows, expected }) => allows !== expected)).toEqual([])
})
