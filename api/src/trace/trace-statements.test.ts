import { expect, test } from 'vitest'
import { withoutValues } from './trace-statements.ts'

test.for([
  ['select "id" from "users" where "email" = $1 limit $2', 'select "id" from "users" where "email" = $1 limit $2'],
  [`update ads set name = 'O''Brien', price = 12.50 where id = 7`, 'update ads set name = ?, price = ? where id = ?'],
  [`select 'it''s; -- a secret' as "column 1", t1.c2 from t1`, 'select ? as "column 1", t1.c2 from t1'],
  [`set local lock_timeout = '5s'`, 'set local lock_timeout = ?'],
] as const)('%s', ([statement, told]) => expect(withoutValues(statement)).toBe(told))
