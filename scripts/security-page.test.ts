import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './remotes.ts'

/** Sections of OWASP ASVS 5.0.0 with the number of requirements of levels 1 and 2, which are the first of their section. */
const sections = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2
  2.1:3 2.2:3 2.3:4 2.4:1
  3.2:2 3.3:4 3.4:6 3.5:5 3.7:2
  4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3
  6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4
  7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2
  8.1:2 8.2:3 8.3:1 8.4:1
  9.1:3 9.2:4
  10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3
  11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1
  12.1:3 12.2:2 12.3:4
  13.1:1 13.2:5 13.3:2 13.4:5
  14.1:2 14.2:4 14.3:3
  15.1:3 15.2:3 15.3:7
  16.1:1 16.2:5 16.3:4 16.4:3 16.5:3
  17.1:1 17.2:4 17.3:2
`

const page = await readFile(join(root, 'docs/security.md'), 'utf8')
const rows = page.matchAll(/^\| (\d+\.\d+\.\d+) *\| ([\w/ ]+?) *\| (.*?) *\|$/gmu)
const table = Array.from(rows, ([, id = '', state = '', text = '']) => ({ id, state, text }))

test('every requirement of levels 1 and 2 is answered once', () => {
  const required = sections
    .trim()
    .split(/\s+/u)
    .flatMap((entry) => {
      const [section, count] = entry.split(':')
      return Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`)
    })
  expect(table.map(({ id }) => id)).toEqual(required)
})

test('each answer is one of four, and says where or why', () => {
  for (const { id, state, text } of table) {
    expect([id, ['holds', 'n/a', 'operator', 'not yet']]).toEqual([id, expect.arrayContaining([state])])
    expect([id, text.length > 3]).toEqual([id, true])
  }
})

test('the files that it names exist', () => {
  const named = Array.from(page.matchAll(/`((?:api|release|scripts|shell|shared-contracts|e2e)\/[\w./-]+)`/gu), ([, path = '']) => path)
  expect(named.length).toBeGreaterThan(100)
  expect([...new Set(named)].filter((path) => !existsSync(join(root, path)))).toEqual([])
})
