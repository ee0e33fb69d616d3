import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lineOf, weekly } from './weekly-line.ts'

test('a run is one line with what it found', () => {
  const suite = '\u001B[2m Test Files \u001B[22m 1 passed (1)\n\u001B[2m      Tests \u001B[22m 4,368 passed (4368)\n   Duration  1800 s\n'
  expect(lineOf('test:cluster', true, 1_810_000, suite, 'x.log')).toBe('test:cluster   passed in 30 min: Tests 4,368 passed (4368)')
  const cluster = `${suite}\nOn the cluster 4368 tests of the API and 41 in a browser passed, 0 failed.\n`
  expect(lineOf('test:cluster', true, 1_810_000, cluster, 'x.log')).toMatch(/in 30 min: On the cluster 4368 .* passed, 0 failed\.$/u)
  const upgrade = '      Tests  1 passed (1)\n   Duration  575 s\n\n5323 calls during the upgrade from 4d3ffecb113b, 0 failed.\n'
  expect(lineOf('test:upgrade', true, 575_000, upgrade, 'x.log')).toMatch(/passed in 10 min: 5323 calls .* 0 failed\.$/u)
  const failover = 'trial\n\n9 campaigns, 2 delivery files and 1 mails were acknowledged in 50 calls, and all are there once.\n'
  expect(lineOf('test:failover', true, 60_000, failover, 'x.log')).toMatch(/passed in 1 min: 9 campaigns.*all are there once\.$/u)
})

test('one that failed says so, with its last words and its log', () => {
  expect(lineOf('test:failover', false, 1000, 'There is no PostgreSQL\n\n', '.cache/x.log')).toBe(
    'test:failover  FAILED in 0 min: There is no PostgreSQL (.cache/x.log)',
  )
  expect(lineOf('test:failover', false, 0, '', 'x.log')).toContain('it printed nothing')
})

test('each is a script of the package, and runs its file', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  expect(weekly.filter(({ name, file }) => scripts[name] !== `node ${file}`)).toEqual([])
})
