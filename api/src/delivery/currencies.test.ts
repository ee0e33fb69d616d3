import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { product, readDecimal, roundedText } from './parse/decimal.ts'
import { parseRates } from './parse/rates.ts'
import { createAccount, handIn, rollUpDifferences } from './testing/advertiser.ts'

test.for([
  ['12.345678', '150.25', '1854.93812'],
  ['0.1', '0.2', '0.02'],
  ['-4e-04', '163', '-0.0652'],
  ['9007199254740993', '1.000001', '9007208261940247.740993'],
  ['0', '150', '0'],
  ['0.000001', '0.5', '0.000001'],
  ['0.000001', '0.49', '0'],
])('%s times %s is %s', ([one, other, result]) => {
  expect(roundedText(product(readDecimal(one!)!, readDecimal(other!)!), 6)).toBe(result)
})

test.for(['USD', 'USD=', 'USD=0', 'USD=-1', 'USD=abc', 'usd=150', 'JPY=1', 'USD=1.2.3', 'USD=9999999999'])('"%s" is no rate', (text) => {
  expect(() => parseRates(text)).toThrow(text)
})

describe('a file in several currencies', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  const content =
    'day,campaign,imps,clicks,gross,media_cost,currency,note\n' +
    '2026-03-01,春,10,1,100,50,JPY,x\n2026-03-01,春,20,2,12.345678,7.1,usd,y\n2026-03-02,春,30,3,"1,000",,ＵＳＤ,z\n2026-03-02,春,40,4,5,1,EUR,z\n2026-03-02,春,50,5,5,1,,z\n2026-03-02,春,60,6,5,1,円安,z\n'
  const records = async () =>
    (await database.pool.query('select status, rates, ignored_columns, rows_taken, gross::text from delivery_files order by id')).rows

  test('is taken in yen: other money by its rate, to the last digit; without one its lines are refused, and come with the rate', async () => {
    const advertiser = String(await createAccount(database.pool, '通貨'))
    const first = await handIn(database.pool, content, { advertiser, source: 'fx' })
    expect(first).toMatchObject({ rows_taken: 1, rows_refused: 5, ignored_columns: ['note'], sums: { gross: '100', media_cost: '50' } })
    expect(first.refused.map(({ line, reason }) => [line, reason.split('.')[0]])).toEqual([
      [3, 'No rate is given for the currency "USD"'],
      [4, 'No rate is given for the currency "USD"'],
      [5, 'No rate is given for the currency "EUR"'],
      [6, 'Currency [currency] is empty'],
      [7, 'Currency "円安" is no code of ISO 4217 (JPY, USD …)'],
    ])
    const second = await handIn(database.pool, content, { advertiser, source: 'fx', rate: 'USD=150.25' })
    expect(second).toMatchObject({ rows_taken: 3, rows_refused: 3, rows_completed: 1, sums: { imps: 60, gross: '152204.93812' } })
    // The same file at another rate adds nothing by default, and replaces everything with --replace.
    expect(await handIn(database.pool, content, { advertiser, source: 'fx', rate: 'USD=151' })).toMatchObject({ already_taken: true })
    const third = await handIn(database.pool, content, { advertiser, source: 'fx', rate: 'USD=151,EUR=163', replace: true })
    expect(third).toMatchObject({ already_taken: false, rows_taken: 4, sums: { imps: 100, gross: '153779.197378' } })
    // A rerun that would take fewer lines changes nothing.
    expect(await handIn(database.pool, content, { advertiser, source: 'fx', replace: true })).toMatchObject({
      already_taken: true,
      nothing_added: expect.stringContaining('only 1 of its lines can be taken now') as string,
    })
    expect(await records()).toMatchObject([
      { status: 'REPLACED', rates: null, ignored_columns: 'note', rows_taken: 1 },
      { status: 'REPLACED', rates: 'USD=150.25', rows_taken: 3 },
      { status: 'PARTLY', rates: 'USD=151,EUR=163', rows_taken: 4, gross: '153779.197378' },
    ])
    const { rows } = await database.pool.query('select sum(gross)::text as gross from delivery_facts where advertiser_account_id = $1', [
      advertiser,
    ])
    expect(rows).toEqual([{ gross: '153779.197378' }])
    expect(await rollUpDifferences(database.pool)).toEqual([])
  })

  test('a rate without a column of currencies is refused: nobody knows what it is for', async () => {
    const advertiser = String(await createAccount(database.pool, '通貨なし'))
    const yen = 'day,campaign,imps,gross\n2026-03-01,春,10,100\n'
    await expect(handIn(database.pool, yen, { advertiser, source: 'fx2', rate: 'USD=150' })).rejects.toThrow(
      'no column is mapped to Currency [currency]',
    )
  })
})
