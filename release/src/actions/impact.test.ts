import { afterEach, beforeEach, expect, it } from 'vitest'
import { promote } from '../move/promote.ts'
import { openWorkbench, sharing, type Workbench } from '../testing/fixtures.ts'
import { impact } from './impact.ts'

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
  expect(affected.map(({ unit, build, role, names }) => [unit, build, role, ...names])).toEqual([
    ['ad', '1.0.0-a', 'stable', 'useShell'],
    ['md', '1.1.0-b', 'canary', 'useShell'],
    ['op', '1.0.0-a', 'stable', '*'],
  ])
  expect(await impact(bench.registry, { channel, module, names: [] })).toHaveLength(4)
  expect(await impact(bench.registry, { channel, module: 'constructor', names: [] })).toEqual([])
})
