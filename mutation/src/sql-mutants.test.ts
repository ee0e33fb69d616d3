import { expect, test } from 'vitest'
import { sqlMutants } from './sql-mutants.ts'

const changesOf = (source: string) => sqlMutants(source).map(({ line, after }) => [line, after])

test('changes one thing at a time, in the SQL alone', () => {
  const source = [
    "const isBig = size >= 3 && name === 'a >= b' // `a >= b`",
    'const where = sql`ads.budget >= ${size >= 3 ? sql`total and ${{ a: 1 }.a}` : none} or deleted_at is null`',
    '',
  ].join('\n')
  expect(changesOf(source)).toEqual([
    [2, 'const where = sql`ads.budget > ${size >= 3 ? sql`total and ${{ a: 1 }.a}` : none} or deleted_at is null`'],
    [2, 'const where = sql`ads.budget >= ${size >= 3 ? sql`total or ${{ a: 1 }.a}` : none} or deleted_at is null`'],
    [2, 'const where = sql`ads.budget >= ${size >= 3 ? sql`total and ${{ a: 1 }.a}` : none} and deleted_at is null`'],
    [2, 'const where = sql`ads.budget >= ${size >= 3 ? sql`total and ${{ a: 1 }.a}` : none} or deleted_at is not null`'],
    [2, 'const where = sql`ads.budget >= ${size >= 3 ? sql`total and ${{ a: 1 }.a}` : none} or true`'],
  ])
})

test('gives the whole file with the change', () => {
  expect(sqlMutants('a\nconst one = sql`x = 1`\nb\n')).toEqual([
    { line: 2, before: 'const one = sql`x = 1`', after: 'const one = sql`x <> 1`', source: 'a\nconst one = sql`x <> 1`\nb\n' },
  ])
})
