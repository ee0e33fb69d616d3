import { readFile, rm, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createGateway, type Gateway } from '../gateway/index.ts'
import { readEffectivePointer } from '../registry/effective-pointer.ts'
import { layout } from '../registry/layout.ts'
import { openWorkbench, type Workbench } from '../testing/fixtures.ts'
import { doctor } from '../actions/doctor.ts'
import { freeze } from './freeze.ts'
import { history } from '../actions/history.ts'
import { promote } from './promote.ts'
import { repair } from './repair.ts'
import { rollback } from './rollback.ts'
import { status } from '../actions/status.ts'

const channel = 'stable'
const by = { channel, who: 'ren' }
let bench: Workbench
let gateway: Gateway
const open = () => createGateway({ registry: bench.registry, settings: {}, https: false, report: () => undefined })

beforeEach(async () => {
  bench = await openWorkbench()
  await bench.release('shell', '1.0.0-s')
  await bench.release('shell', '1.1.0-s')
  await bench.release('md', '1.0.0-m')
  for (const build of ['1.0.0-a', '1.0.0-b', '1.0.0-c']) await bench.release('ad', build)
  // The pointer of ad: stable b, c marked bad, a good before.
  await rollback(bench.registry, { ...by, unit: 'ad', reason: 'blank list' })
  gateway = open()
})
afterEach(async () => {
  gateway.close()
  await bench.remove()
})

const pointerFile = (unit: string) => bench.stored('ch', channel, `${unit}.json`)
const pointerOf = async (unit: string) => JSON.parse(await readFile(pointerFile(unit), 'utf8'))
const served = async () => {
  const document = (await (await gateway.app.request('http://site.test/registry/pointers')).json()) as {
    remotes: Record<string, { stable: { build: string } }>
  }
  return Object.fromEntries(Object.entries(document.remotes).map(([unit, { stable }]) => [unit, stable.build]))
}
const shellBuild = async () => /\/r\/shell\/([^/]+)\//.exec(await (await gateway.app.request('http://site.test/')).text())?.[1]

/** Ways in which a pointer becomes unusable. */
const damages: readonly (readonly [string, (unit: string) => Promise<void>])[] = [
  ['is missing', (unit) => rm(pointerFile(unit))],
  ['is half written', async (unit) => writeFile(pointerFile(unit), (await readFile(pointerFile(unit), 'utf8')).slice(0, 20))],
  ['is empty', (unit) => writeFile(pointerFile(unit), '')],
  ['does not match its schema', (unit) => writeFile(pointerFile(unit), '{"rev": 0}')],
  [
    'refers to a missing build',
    async (unit) => writeFile(pointerFile(unit), JSON.stringify({ ...(await pointerOf(unit)), rev: 99, stable: '9.9.9-x' })),
  ],
]

describe.each(damages)('a pointer that %s', (_, damage) => {
  it('changes nothing for the running site, nor for one that starts', async () => {
    const before = [await served(), await shellBuild()]
    await damage('ad')
    await damage('shell')
    for (const state of ['running', 'started']) {
      if (state === 'started') {
        gateway.close()
        gateway = open()
      }
      const { ready, degraded } = await gateway.gatewayReady()
      expect([state, ready, Object.keys(degraded).toSorted()]).toEqual([state, true, ['ad', 'shell']])
      expect([await served(), await shellBuild()]).toEqual(before)
    }
  })

  it('is restored from the log with the bad builds and the builds to fall back to', async () => {
    const { rev, ...before } = await pointerOf('ad')
    await damage('ad')
    expect(await repair(bench.registry, { ...by, unit: 'ad' })).toMatchObject({ changed: true, build: '1.0.0-b' })
    expect(await pointerOf('ad')).toEqual({ ...before, rev: rev + 1 })
    expect((await gateway.gatewayReady()).degraded).toEqual({})
    const { entries } = await history(bench.registry, { channel, unit: 'ad' })
    expect(entries.map(({ action, tookEffect }) => [action, tookEffect])).toEqual([
      ['repair', true],
      ['rollback', true],
      ['promote', true],
      ['promote', true],
      ['promote', true],
    ])
    await rollback(bench.registry, { ...by, unit: 'ad', from: '1.0.0-b', reason: 'the next one' })
    expect(await pointerOf('ad')).toMatchObject({ stable: '1.0.0-a', bad: ['1.0.0-b', '1.0.0-c'] })
  })

  it('is restored only if status shows the build and revision that the repair was decided on', async () => {
    await damage('ad')
    const { rev, stable } = (await readEffectivePointer(bench.registry, channel, 'ad'))!.pointer
    const refused = { code: 'pointer_moved', commands: [['status', 'ad']] }
    for (const basis of [{ from: '1.0.0-a' }, { decidedOn: rev - 1 }]) {
      await expect(repair(bench.registry, { ...by, unit: 'ad', ...basis })).rejects.toMatchObject(refused)
    }
    expect(await repair(bench.registry, { ...by, unit: 'ad', from: stable, decidedOn: rev })).toMatchObject({ changed: true })
  })

  it('keeps neither the status, nor the doctor, nor changes of other units from working', async () => {
    await damage('ad')
    await damage('shell')
    const units = await status(bench.registry, { channel })
    expect(units.map(({ unit, pointer }) => [unit, pointer && 'stable' in pointer])).toEqual([
      ['ad', true],
      ['md', true],
      ['shell', true],
    ])
    const found = await doctor(bench.registry, { channel })
    expect(found.filter(({ unit, role, faults }) => unit === 'md' && role === 'stable' && faults.length === 0)).toHaveLength(1)
    expect(found.some(({ unit, faults }) => unit === 'ad' && faults.length > 0)).toBe(true)
    await bench.publish('md', await bench.writeRemote('md', '1.0.1-m'))
    await promote(bench.registry, { ...by, unit: 'md', build: '1.0.1-m', why: null })
    await gateway.gatewayReady()
    expect(await served()).toMatchObject({ md: '1.0.1-m' })
  })
})

describe('the pointer of a unit', () => {
  it.each(['promote', 'rollback'] as const)('that was lost is not started again by a %s, which would forget bad builds', async (verb) => {
    await rm(pointerFile('ad'))
    const change =
      verb === 'promote'
        ? promote(bench.registry, { ...by, unit: 'ad', build: '1.0.0-c', why: null })
        : rollback(bench.registry, { ...by, unit: 'ad', reason: 'blank list' })
    await expect(change).rejects.toMatchObject({ code: 'registry_damaged', advice: expect.stringContaining('release repair ad') })
  })

  it('that works is left alone', async () => {
    const before = await readFile(pointerFile('ad'), 'utf8')
    expect(await repair(bench.registry, { ...by, unit: 'ad' })).toMatchObject({ changed: false, build: '1.0.0-b' })
    expect(await readFile(pointerFile('ad'), 'utf8')).toBe(before)
  })

  it('is told by the status also where the damage is in a build that it names', async () => {
    const damaged = (unit: string, build: string) =>
      expect.stringContaining(`Build ${build} cannot be used: ${layout.release(unit, build)} is not JSON. See "release doctor`)
    await writeFile(bench.stored(layout.release('md', (await pointerOf('md')).stable)), '{')
    const [ad, md] = await status(bench.registry, { channel })
    expect([ad?.damage, md?.damage]).toEqual([null, damaged('md', (await pointerOf('md')).stable)])
    const tried = { unit: 'ad', build: '1.0.0-t', channel, who: 'mika', why: null, canary: { percent: 5 } }
    await bench.publish('ad', await bench.writeRemote('ad', tried.build))
    await promote(bench.registry, tried)
    await writeFile(bench.stored(layout.release('ad', tried.build)), '{')
    expect(await status(bench.registry, { channel, unit: 'ad' })).toMatchObject([{ damage: damaged('ad', tried.build) }])
    // Both that of the pointer and that of the build which the log names.
    await writeFile(bench.stored(layout.release('ad', '1.0.0-b')), '{')
    await writeFile(pointerFile('ad'), '')
    const both = expect.stringMatching(/^The registry is damaged: ch\/stable\/ad\.json .*; Build 1\.0\.0-/u)
    expect(await status(bench.registry, { channel, unit: 'ad' })).toMatchObject([{ damage: both }])
  })

  it('is restored to the newest entry whose build is complete and not marked bad since, and stays frozen', async () => {
    await freeze(bench.registry, { ...by, unit: 'ad', reason: 'inventory' })
    await rm(pointerFile('ad'))
    await rm(bench.stored('r', 'ad', '1.0.0-b'), { recursive: true })
    gateway.close()
    gateway = open()
    // The entry before the rollback has 1.0.0-c, which the rollback has marked bad.
    expect(await served()).toMatchObject({ ad: '1.0.0-a' })
    expect(await repair(bench.registry, { ...by, unit: 'ad' })).toMatchObject({ build: '1.0.0-a' })
    expect(await pointerOf('ad')).toMatchObject({ bad: ['1.0.0-c'], frozen: true })
  })

  it('brings no canary back that has been marked bad since, where the log is damaged as well', async () => {
    const tried = { unit: 'ad', build: '1.0.0-t', channel, who: 'mika', why: null, canary: { percent: 5 } }
    await bench.publish('ad', await bench.writeRemote('ad', tried.build))
    const { rev } = await promote(bench.registry, tried)
    await rollback(bench.registry, { ...by, unit: 'ad', reason: 'blank list', from: tried.build })
    await bench.release('ad', '1.0.0-d')
    await rm(bench.stored('r', 'ad', '1.0.0-d'), { recursive: true })
    await writeFile(bench.stored(layout.logEntry(channel, 'ad', rev + 1)), '{')
    await rm(pointerFile('ad'))
    gateway.close()
    gateway = open()
    expect(await served()).toMatchObject({ ad: '1.0.0-b' })
    expect(await repair(bench.registry, { ...by, unit: 'ad' })).toMatchObject({ build: '1.0.0-b', canary: null })
  })

  it('is restored without a canary whose build is gone, and with one that can be served', async () => {
    const tried = { unit: 'ad', build: '1.0.0-t', channel, who: 'mika', why: null, canary: { percent: 5 } }
    await bench.publish('ad', await bench.writeRemote('ad', tried.build))
    await promote(bench.registry, tried)
    await rm(pointerFile('ad'))
    expect(await repair(bench.registry, { ...by, unit: 'ad' })).toMatchObject({ build: '1.0.0-b', canary: { build: tried.build } })
    await rm(pointerFile('ad'))
    await rm(bench.stored('r', 'ad', tried.build), { recursive: true })
    expect(await repair(bench.registry, { ...by, unit: 'ad' })).toMatchObject({ build: '1.0.0-b', canary: null })
    expect(await pointerOf('ad')).toMatchObject({ stable: '1.0.0-b', canary: null })
  })

  it('cannot be restored when no build of its log is left, nor for a unit that never had one', async () => {
    await rm(pointerFile('ad'))
    await rm(bench.stored('r', 'ad'), { recursive: true })
    await expect(repair(bench.registry, { ...by, unit: 'ad' })).rejects.toMatchObject({ code: 'registry_damaged' })
    await expect(repair(bench.registry, { ...by, unit: 'crm' })).rejects.toMatchObject({ code: 'unit_unknown' })
  })

  it('is repaired once by two operators who do so at the same time', async () => {
    await rm(pointerFile('ad'))
    const both = await Promise.allSettled([repair(bench.registry, { ...by, unit: 'ad' }), repair(bench.registry, { ...by, unit: 'ad' })])
    const done = both.flatMap((each) => (each.status === 'fulfilled' && each.value.changed ? [each.value] : []))
    expect(done).toHaveLength(1)
    expect(await pointerOf('ad')).toMatchObject({ stable: '1.0.0-b', bad: ['1.0.0-c'] })
  })
})
