import { createHash } from 'node:crypto'
import { searchForm, required } from '@adsite/contract'
import { Readable } from 'node:stream'
import type { Pool } from 'pg'
import { longPeriod } from '../../db/schema.ts'
import { ingestDelivery } from '../ingest-delivery.ts'
import type { IngestOptions } from '../parse/ingest-options.ts'
import { factSums, keptPeriods, periodRollUps, rollUps } from '../roll-up/roll-ups.ts'

/** Creates a company with one account of a kind and returns the account's id. */
export async function createAccount(pool: Pool, name: string, kind = 'advertiser'): Promise<number> {
  const company = await pool.query<{ id: number }>(
    `insert into companies (name, name_norm, enterprise_type, zip, prefecture, city, street1, phone, payment_type, credit_limit)
     values ($1, $2, 'KABUSHIKI', '100-0001', '13', '千代田区', '千代田1-1', '0312345678', 'INVOICE', 3000) returning id`,
    [name, searchForm(name)],
  )
  const account = await pool.query<{ id: number }>(
    'insert into accounts (kind, company_id, name, name_norm) values ($1, $2, $3, $4) returning id',
    [kind, required(company.rows[0], 'a row of the answer').id, name, searchForm(name)],
  )
  return required(account.rows[0], 'a row of the answer').id
}

/** Hands in text or bytes in chunks of `chunk` bytes. */
export function handIn(
  pool: Pool,
  content: string | Uint8Array,
  options: Partial<IngestOptions> & { advertiser: string | null },
  chunk = 65_536,
) {
  const bytes = Buffer.from(content as string)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
  }
  return ingestDelivery(pool, Readable.from(chunks()), { source: 'test', map: '', locale: 'en', createMissing: true, ...options })
}

export const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/** Sums of a period are read once they are complete. */
const complete = `(first_day, last_day) in (select first_day, last_day from (${keptPeriods(`alone and finished_at is not null`)}) as complete)`

/** Compares the roll-ups with sums of the facts, including the days covered; returns the rows that differ. */
export async function rollUpDifferences(pool: Pool): Promise<unknown[]> {
  const differences = await Promise.all(
    rollUps.map(async (rollUp) => {
      const { table, key, when = 'true', days } = rollUp
      const ofPeriods = periodRollUps.find((each) => each === rollUp)
      const join = ofPeriods ? `join (${keptPeriods()}) as period on day between first_day and last_day` : ''
      const read = ofPeriods ? `${complete}${ofPeriods.long ? ` and ${longPeriod}` : ''}` : 'true'
      const sums = Object.values(factSums).map((sum) => `(${sum})::numeric`)
      const expressions = Object.values(key)
      const facts = `select ${[...expressions, 'count(*)', ...sums].join(', ')} from delivery_facts ${join} where ${when} and ${read}
        group by ${expressions.map((_, index) => index + 1).join(', ')}`
      const kept = `select ${[...Object.keys(key), 'facts', ...Object.keys(factSums).map((name) => `${name}::numeric`)].join(', ')} from ${table} where ${read}`
      const { rows } = await pool.query(`(${facts} except all ${kept}) union all (${kept} except all ${facts})`)
      const outside = days
        ? await pool.query(`select distinct fact.day from delivery_facts fact join ${table} kept using (${Object.keys(key).join(', ')})
            where fact.day not between kept.first_day and kept.last_day`)
        : { rows: [] }
      return [...rows, ...outside.rows].map((row: object) => ({ table, ...row }))
    }),
  )
  return differences.flat()
}
