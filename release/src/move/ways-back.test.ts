import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rm } from 'node:fs/promises'
import { doctor } from '../actions/doctor.ts'
import { status } from '../actions/status.ts'
import { createProgram } from '../cli/create-program.ts'
import { commandLine } from '../error/release-error.ts'
import { jsonBytes } from '../registry/change-pointer.ts'
import { layout } from '../registry/layout.ts'
import { openWorkbench, type Workbench } from '../testing/fixtures.ts'
import { by, channel, major, movesOn, refusalOf } from '../testing/moves.ts'
import { freeze } from './freeze.ts'
import { promote } from './promote.ts'
import { promoteTogether } from './promote-together.ts'
import { rollback } from './rollback.ts'
import { rollbackSet, rollbackTogether } from './rollback-together.ts'

let bench: Workbench
beforeEach(async () => {
  bench = await openWorkbench()
})
afterEach(() => bench.remove())

const { publish, release, back, pointerOf, run } = movesOn(() => bench)
/** What a command prints. */
async function printed(...words: string[]): Promise<string> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  write.mockClear()
  await createProgram().parseAsync(words, { from: 'user' })
  return write.mock.calls.map(([text]) => String(text)).join('')
}
const [a, b, d] = ['1.0.0-a', '1.0.0-b', '1.0.0-d']
const together = (...builds: (readonly [string, string])[]) =>
  promoteTogether(bench.registry, { channel, who: 'mika', why: 'major', builds: builds.map(([unit, build]) => ({ unit, build })) })

describe('a rollback after an upgrade of shell and areas', () => {
  beforeEach(async () => {
    await release('shell', a)
    await release('ad', a)
    await release('md', a)
    for (const unit of ['ad', 'md', 'shell']) await publish(unit, b)
  })

  /** Builds of a new major version of the contract, which publish would refuse beside the live shell. */
  async function publishMajor(unit: string, build: string): Promise<void> {
    const next = { unit, channel: 'next' }
    await bench.publish(
      unit,
      unit === 'shell' ? await bench.writeShell(build, major('2.0.0')) : await bench.writeRemote(unit, build, major('2.0.0')),
      next.channel,
    )
  }

  it('passes over the newest good build where it does not fit, and says so', async () => {
    await publishMajor('ad', d)
    await promote(bench.registry, { unit: 'ad', build: b, channel, who: 'mika', why: null })
    const { pointer, etag } = (await bench.registry.readPointer(channel, 'ad'))!
    await bench.registry.storage.compareAndSwap(layout.pointer(channel, 'ad'), jsonBytes({ ...pointer, lastKnownGood: [d, a] }), etag)
    const [found] = await status(bench.registry, { channel, unit: 'ad' })
    expect(found?.waysBack).toMatchObject({
      alone: a,
      passedOver: [{ build: d, why: expect.stringContaining('was built against contract 2.0.0') }],
    })
    expect(await back()).toMatchObject({ build: a, passedOver: [{ build: d }] })
  })

  it('passes over a build that is gone or damaged', async () => {
    for (const build of [b, d]) await release('ad', build)
    await rm(bench.stored('r', 'ad', b, 'remoteEntry.js'))
    expect(await back()).toMatchObject({ build: a, passedOver: [{ build: b, why: expect.stringContaining('remoteEntry.js') }] })
  })

  it('that is closed alone is known before, and the printed command goes back together', async () => {
    for (const unit of ['ad', 'md', 'shell']) await publishMajor(unit, d)
    await together(['ad', d], ['md', d], ['shell', d])
    const [ad, , shell] = await status(bench.registry, { channel })
    expect(ad?.waysBack).toMatchObject({
      alone: null,
      together: {
        builds: [
          { unit: 'ad', build: a },
          { unit: 'shell', build: a },
          { unit: 'md', build: a },
        ],
      },
    })
    expect(shell?.waysBack).toMatchObject({
      alone: null,
      together: {
        builds: [
          { unit: 'shell', build: a },
          { unit: 'ad', build: a },
          { unit: 'md', build: a },
        ],
      },
    })
    const diagnoses = await doctor(bench.registry, { channel, unit: 'md' })
    expect(diagnoses[0]).toMatchObject({
      role: 'stable',
      faults: [],
      warnings: [expect.stringContaining('release rollback md 1.0.0-a shell 1.0.0-a ad 1.0.0-a --reason REASON')],
    })
    expect(diagnoses[1]).toMatchObject({ role: 'good before', faults: [], warnings: [expect.stringContaining('no way back now')] })

    // What the command line prints goes back in the registry that was looked at, not in the usual one.
    const { location } = bench.registry.storage
    const command = `release rollback md 1.0.0-a shell 1.0.0-a ad 1.0.0-a --reason REASON --registry ${location}`
    for (const words of [['status'], ['doctor'], ['doctor', '--json']])
      expect(await printed(...words, '--registry', location)).toContain(command)

    const refused = await refusalOf(back())
    expect(refused).toMatchObject({ code: 'no_rollback_target', why: expect.stringContaining('1.0.0-a: ad 1.0.0-a was built against') })
    expect(await refusalOf(back({ build: a }))).toMatchObject({ code: 'contract_mismatch', commands: refused.commands })
    await run(commandLine(refused.commands))
    for (const unit of ['ad', 'md', 'shell']) expect(await pointerOf(unit)).toMatchObject({ stable: a, bad: [d] })
  })

  it('ends a canary first that does not run with the former shell', async () => {
    for (const unit of ['ad', 'shell']) await publishMajor(unit, d)
    // A shell of both versions, and a canary that needs the new one.
    await publish('shell', b.replace('b', 'e'))
    await promote(bench.registry, { unit: 'shell', build: '1.0.0-e', channel, who: 'mika', why: null })
    const { pointer, etag } = (await bench.registry.readPointer(channel, 'ad'))!
    const tried = { ...pointer, canary: { build: d, percent: 5, accounts: [], salt: 's' } }
    await bench.registry.storage.compareAndSwap(layout.pointer(channel, 'ad'), jsonBytes(tried), etag)
    const refused = await refusalOf(back({ unit: 'shell' }))
    expect(commandLine(refused.commands)).toBe(
      "release end-canary ad --from 1.0.0-d && release rollback shell 1.0.0-a --reason 'blank list'",
    )
    await run(commandLine(refused.commands))
    expect(await pointerOf('shell')).toMatchObject({ stable: a })
    expect(await pointerOf('ad')).toMatchObject({ stable: a, canary: null, bad: [] })
  })

  it('takes a set back as a set, unless a unit has moved since', async () => {
    for (const unit of ['ad', 'shell', 'md']) await publishMajor(unit, d)
    await together(['ad', d], ['md', d], ['shell', d])
    await freeze(bench.registry, { ...by, unit: 'md' })
    const moves = await rollbackSet(bench.registry, { ...by, unit: 'md' })
    expect(moves.map(({ unit, build }) => [unit, build])).toEqual([
      ['shell', a],
      ['ad', a],
      ['md', a],
    ])
    expect(await pointerOf('md')).toMatchObject({ stable: a, bad: [d], frozen: true })
    expect(await refusalOf(rollbackSet(bench.registry, { ...by, unit: 'ad' }))).toMatchObject({ code: 'no_set' })

    await promote(bench.registry, { unit: 'ad', build: b, channel, who: 'mika', why: null })
    const single = await refusalOf(rollbackSet(bench.registry, { ...by, unit: 'ad' }))
    expect(single).toMatchObject({ code: 'no_set', commands: [['rollback', 'ad', '--from', b, '--reason', 'blank list']] })
  })

  it('refuses a set of which a unit has moved since, and changes nothing', async () => {
    for (const unit of ['ad', 'md', 'shell']) await publish(unit, d)
    await together(['ad', d], ['md', d])
    await release('ad', '1.0.0-f')
    expect(await refusalOf(rollbackSet(bench.registry, { ...by, unit: 'md' }))).toMatchObject({
      code: 'pointer_moved',
      why: expect.stringContaining('ad has changed since'),
      commands: [['rollback', 'md', '--from', d, '--reason', 'blank list']],
    })
    expect(await pointerOf('md')).toMatchObject({ stable: d, bad: [] })
    // The command does what it says.
    await rollback(bench.registry, { ...by, unit: 'md', from: d })
    expect(await pointerOf('md')).toMatchObject({ stable: a, bad: [d] })
  })

  it('of several units puts all back when one of them cannot go', async () => {
    for (const unit of ['ad', 'md']) await release(unit, d)
    const builds = [
      { unit: 'ad', build: a },
      { unit: 'md', build: a, decidedOn: 1 },
    ]
    expect(await refusalOf(rollbackTogether(bench.registry, { ...by, builds }))).toMatchObject({ code: 'pointer_moved' })
    expect(await refusalOf(rollbackTogether(bench.registry, { ...by, builds: [builds[0]!, builds[0]!] }))).toMatchObject({
      code: 'unit_repeated',
    })
    expect(await pointerOf('ad')).toMatchObject({ stable: d, bad: [] })
  })
})
