import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { RequestError } from '../error/request-error.ts'
import { adviceOn } from './further-records.ts'

function refused(code: string, message: string, column?: string) {
  const cause = Object.assign(new DatabaseError(message, 0, 'error'), { code, column })
  return new DrizzleQueryError('insert into "media" …', [], cause)
}

test.each([
  [
    'a column that nothing sets',
    refused('23502', 'null value', 'publisher_group_id'),
    /insertDefaults in api\/src\/medium\/mapping\.ts has to set publisher_group_id/u,
  ],
  [
    'a table without a migration',
    refused('42P01', 'relation "media" does not exist'),
    /npm run db:generate.*relation "media" does not exist/u,
  ],
  ['a column without one', refused('42703', 'column "domain" does not exist'), /npm run db:generate.*column "domain" does not exist/u],
  ['a value that is refused', new RequestError('validation_failed', { errors: { domain: ['domain'] } }), /sample\.ts.*"domain"/u],
  ['anything else of the database', refused('23514', 'violates a check'), /^violates a check$/u],
  ['anything else', new Error('unexpected'), /unexpected/u],
])('a sample that makes no record says where to go on: %s', (_, error, advice) => {
  expect(adviceOn(error, 'medium/mapping.ts')).toMatch(advice)
})
