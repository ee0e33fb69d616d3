import { expect, test } from 'vitest'
import { pages } from './pages.ts'

test('every record of a list comes once, also after a page that has none', async () => {
  const answers: Readonly<Record<string, { data: number[]; page: { next: string | null } }>> = {
    '': { data: [1, 2], page: { next: 'b' } },
    b: { data: [], page: { next: 'c' } },
    c: { data: [3], page: { next: null } },
  }
  const asked: (string | undefined)[] = []
  const found: number[] = []
  const read = async (after: string | undefined) => {
    asked.push(after)
    return answers[after ?? '']!
  }
  for await (const record of pages(read)) found.push(record)
  expect(found).toEqual([1, 2, 3])
  expect(asked).toEqual([undefined, 'b', 'c'])
})
