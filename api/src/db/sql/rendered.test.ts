import { eq, sql, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { keptRendered } from './rendered.ts'
import { ads } from '../schema.ts'

function query(fragment: SQL) {
  const { sql: text, params } = new PgDialect().sqlToQuery(fragment)
  return { text, params }
}

test('SQL that is kept is text from then on, and says the same', () => {
  const fragment = sql`${ads.id} as ${sql.identifier('a "b"')}, (select 'it''s $1' from ${ads})`
  const text = keptRendered<string>()('key', () => fragment)
  expect(text.queryChunks).toHaveLength(1)
  expect(query(sql`select ${text} where ${eq(ads.id, 5)}`)).toEqual(query(sql`select ${fragment} where ${eq(ads.id, 5)}`))
})

test('it is built once for each key', () => {
  const kept = keptRendered<string>()
  const built: string[] = []
  const of = (key: string) =>
    kept(key, () => {
      built.push(key)
      return sql`${sql.identifier(key)}`
    })
  expect(['a', 'b', 'a', 'b'].map((key) => query(of(key)).text)).toEqual(['"a"', '"b"', '"a"', '"b"'])
  expect(built).toEqual(['a', 'b'])
})

test('the values of a call are never kept for the next one', () => {
  const kept = keptRendered<string>()
  const ofAccount = (account: number) => kept('ads', () => sql`${ads.advertiser_account_id} = ${account}`)
  expect(() => ofAccount(7)).toThrow('SQL with values cannot be kept: "ads"."advertiser_account_id" = $1')
  expect(() => ofAccount(8)).toThrow('SQL with values')
})
