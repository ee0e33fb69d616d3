import { afterEach, beforeEach, expect, it } from 'vitest'
import { promote } from '../move/promote.ts'
import { openWorkbench, sharing, type Workbench } from '../testing/fixtures.ts'
import { impact, impactOfCalls, isCall } from './impact.ts'

let bench: Workbench
beforeEach(async () => {
  bench = await openWorkbench()
})
afterEach(() => bench.remove())

it('a change of a shared module names the builds in use that take it, canaries included, and no other', async () => {
  const channel = 'stable'
  const module = '@adsite/remote'
  const taking = (names: string[]) => ({ manifest: { shares: sharing({ [module]: names }) } })
  for (const [unit, build, names] of [
    ['ad', '1.0.0-a', ['useShell']],
    ['md', '1.0.0-a', ['RouteLink']],
    ['op', '1.0.0-a', ['*']],
  ] as const) {
    await bench.publish(unit, await bench.writeRemote(unit, build, taking([...names])))
    await promote(bench.registry, { unit, build, channel, who: 'mika', why: null })
  }
  await bench.publish('md', await bench.writeRemote('md', '1.1.0-b', taking(['RouteLink', 'useShell'])))
  await bench.publish('ad', await bench.writeRemote('ad', '1.1.0-unused', taking(['useShell'])))
  await promote(bench.registry, { unit: 'md', build: '1.1.0-b', channel, who: 'mika', why: null, canary: { percent: 5 } })

  const affected = await impact(bench.registry, { channel, module, names: ['useShell'] })
  expect(affected.map(({ unit, build, role, names }) => [unit, build, role, ...(names ?? [])])).toEqual([
    ['ad', '1.0.0-a', 'stable', 'useShell'],
    ['md', '1.1.0-b', 'canary', 'useShell'],
    ['op', '1.0.0-a', 'stable', '*'],
  ])
  expect(await impact(bench.registry, { channel, module, names: [] })).toHaveLength(4)
  expect(await impact(bench.registry, { channel, module: 'constructor', names: [] })).toEqual([])
})

it('a change of calls names the builds in use that make them, the shell included, and those of which nobody knows', async () => {
  const channel = 'stable'
  const calling = (...calls: string[]) => ({ manifest: { calls } })
  await bench.publish('shell', await bench.writeShell('1.0.0-s', calling('GET /api/account/me', 'GET /api/campaign')))
  await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-a', calling('GET /api/campaign', 'POST /api/campaign')))
  await bench.publish('ad', await bench.writeRemote('ad', '1.1.0-b', calling('DELETE /api/campaign/{id}')))
  await bench.publish('md', await bench.writeRemote('md', '1.0.0-a', calling('GET /api/space')))
  await bench.publish('op', await bench.writeRemote('op', '1.0.0-a'))
  for (const [unit, build] of [
    ['shell', '1.0.0-s'],
    ['ad', '1.0.0-a'],
    ['md', '1.0.0-a'],
    ['op', '1.0.0-a'],
  ] as const)
    await promote(bench.registry, { unit, build, channel, who: 'mika', why: null })
  await promote(bench.registry, { unit: 'ad', build: '1.1.0-b', channel, who: 'mika', why: null, canary: { percent: 5 } })

  const affected = async (...calls: string[]) =>
    (await impactOfCalls(bench.registry, { channel, calls })).map(({ unit, role, names }) => [unit, role, names])
  expect(await affected('GET /api/campaign')).toEqual([
    ['shell', 'stable', ['GET /api/campaign']],
    ['ad', 'stable', ['GET /api/campaign']],
    ['op', 'stable', null],
  ])
  expect(await affected('/api/campaign', '/api/campaign/{id}')).toEqual([
    ['shell', 'stable', ['GET /api/campaign']],
    ['ad', 'stable', ['GET /api/campaign', 'POST /api/campaign']],
    ['ad', 'canary', ['DELETE /api/campaign/{id}']],
    ['op', 'stable', null],
  ])
  expect(await affected('GET /api/unknown')).toEqual([['op', 'stable', null]])
})

it.each([
  ['GET /api/campaign', true],
  ['/api/campaign/{id}', true],
  ['@adsite/remote', false],
  ['antd/es/table', false],
  ['get /api/campaign', false],
])('%s is a call: %s', (word, is) => {
  expect(isCall(word)).toBe(is)
})
