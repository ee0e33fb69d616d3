import { afterEach, beforeEach, expect, test } from 'vitest'
import { promote } from '@adsite/release'
import { openWorkbench, sharing, type Workbench } from '@adsite/release/testing'
import { changedCalls, changedExports, describeChanges } from './changes.ts'
import { currentOperations } from './served.ts'

let bench: Workbench
beforeEach(async () => {
  bench = await openWorkbench()
})
afterEach(() => bench.remove())

test('calls that changed or are gone are named, new ones are not', () => {
  const now = currentOperations()
  const { 'GET /api/company': gone, ...others } = now
  expect(gone).toBeDefined()
  expect(changedCalls(now, others)).toEqual(['GET /api/company'])
  expect(changedCalls(others, now)).toEqual([])
  expect(changedCalls(now, { ...now, 'GET /api/ad': { ...now['GET /api/ad']!, status: '201' } })).toEqual(['GET /api/ad'])
})

test('exports with another signature, or that are gone, are named', () => {
  const before = 'export const a: 1\n\nexport function b(): void\n\nexport interface C {\n  d: 1\n}\n\nexport type E = 1'
  const now = 'export const a: 1\n\nexport function b(): string\n\nexport interface C {\n  d: 2\n}\n\nexport const f: 1'
  expect(changedExports(before, now)).toEqual(['b', 'C', 'E'])
  expect(changedExports(now, now)).toEqual([])
})

test('a change is printed with the builds in use that it reaches, or with how to ask for them', async () => {
  const channel = 'stable'
  const uses = { calls: ['GET /api/campaign'], shares: sharing({ '@adsite/auth': ['useMay'] }) }
  await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-a', { manifest: uses }))
  await bench.publish('md', await bench.writeRemote('md', '1.0.0-m', { manifest: { calls: ['GET /api/space'] } }))
  for (const [unit, build] of [
    ['ad', '1.0.0-a'],
    ['md', '1.0.0-m'],
  ] as const)
    await promote(bench.registry, { unit, build, channel, who: 'mika', why: null })
  const changes = { calls: ['GET /api/campaign'], exports: { '@adsite/auth': ['useMay'], '@adsite/i18n': [] } }
  const text = await describeChanges(changes, bench.registry, channel)
  expect(text.split('\n')).toEqual([
    'Calls that changed or are gone: GET /api/campaign',
    expect.stringMatching(/^ {2}ad 1\.0\.0-a \(stable\): GET \/api\/campaign, built with contract /u),
    'Exports of @adsite/auth that changed or are gone: useMay',
    '  ad 1.0.0-a (stable): useMay of @adsite/auth, built with 1.0.0',
  ])
  expect(await describeChanges(changes, null, channel)).toContain('npm run generate:api-report -- --registry PLACE')
  expect(await describeChanges({ calls: [], exports: {} }, null, channel)).toBe('Nothing that builds in use could use has changed or gone.')
})
