import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeFile } from 'node:fs/promises'
import { commandLine } from '../error/release-error.ts'
import { openWorkbench, sharing, type Workbench } from '../testing/fixtures.ts'
import { by, channel, movesOn, refusalOf } from '../testing/moves.ts'
import { freeze } from './freeze.ts'
import { promote, type PromoteOptions } from './promote.ts'
import { promoteTogether } from './promote-together.ts'

let bench: Workbench
beforeEach(async () => {
  bench = await openWorkbench()
})
afterEach(() => bench.remove())

const { publish, pointerOf, release, run } = movesOn(() => bench)
const [a, b, c] = ['1.0.0-a', '1.0.0-b', '1.0.0-c']
const move = (unit: string, build: string, more: Partial<PromoteOptions> = {}) =>
  promote(bench.registry, { unit, build, channel, who: 'mika', why: null, ...more })
const stables = async () =>
  Object.fromEntries(await Promise.all(['shell', 'ad', 'md'].map(async (unit) => [unit, (await pointerOf(unit)).stable])))

/** A shell and a remote that takes hooks of a library. */
async function publishSharing(unit: string, build: string, names: string[]): Promise<void> {
  const change = { manifest: { shares: sharing({ react: ['*'], jotai: names }) } }
  await bench.publish(unit, unit === 'shell' ? await bench.writeShell(build, change) : await bench.writeRemote(unit, build, change))
}

describe('a promotion that does not fit what runs', () => {
  beforeEach(async () => {
    for (const unit of ['shell', 'ad', 'md']) await release(unit, a)
  })

  it('of a shell names the newest builds of the remotes that it excludes, and the printed command promotes them', async () => {
    await publish('shell', b, '2.0.0')
    for (const unit of ['ad', 'md']) for (const build of [b, c]) await publish(unit, build, '2.0.0')
    const refused = await refusalOf(move('shell', b, { why: 'the upgrade' }))
    expect(refused).toMatchObject({ code: 'contract_mismatch', why: expect.stringContaining(`ad ${a} was built against contract`) })
    expect(refused.message).toContain(
      `These builds can be promoted together: release promote shell ${b} ad ${c} md ${c} --reason 'the upgrade'`,
    )
    await run(commandLine(refused.commands))
    expect(await stables()).toEqual({ shell: b, ad: c, md: c })
  })

  it('of a remote that needs a newer shell takes that shell along, and no remote that runs in it already', async () => {
    await publishSharing('shell', b, ['atom', 'useAtom', 'useSetAtom'])
    await publishSharing('ad', b, ['useSetAtom'])
    const refused = await refusalOf(move('ad', b))
    expect(refused).toMatchObject({ code: 'share_mismatch', commands: [['promote', 'shell', b, 'ad', b]] })
    await run(commandLine(refused.commands))
    expect(await stables()).toEqual({ shell: b, ad: b, md: a })
  })

  it('takes as few units along as possible', async () => {
    await publishSharing('shell', b, ['atom', 'useAtom', 'useSetAtom'])
    const shares = sharing({ react: ['*'], jotai: ['atom', 'useAtom', 'useSetAtom'] })
    const contract = { provides: '2.0.0', requires: '^1.0.0 || ^2.0.0' }
    await bench.publish('shell', await bench.writeShell(c, { manifest: { shares, contract } }))
    await publish('md', c, '2.0.0')
    await bench.publish(
      'ad',
      await bench.writeRemote('ad', b, {
        manifest: { contract: { provides: '1.3.0', requires: '^1.0.0 || ^2.0.0' }, shares: sharing({ jotai: ['useSetAtom'] }) },
      }),
    )
    expect((await refusalOf(move('ad', b))).commands).toEqual([['promote', 'shell', b, 'ad', b]])
  })

  it('never names a build that was marked bad, is damaged, or a shell older than the live one', async () => {
    await publish('shell', b, '2.0.0')
    for (const unit of ['ad', 'md']) for (const build of [b, c]) await publish(unit, build, '2.0.0')
    const first = await refusalOf(move('shell', b))
    await run(commandLine(first.commands))
    // Marks the builds of the set bad.
    await run(`release rollback shell ${a} ad ${a} md ${a} --reason blank`)
    await publish('shell', '1.0.0-d', '2.0.0')
    expect((await refusalOf(move('shell', '1.0.0-d'))).commands).toEqual([['promote', 'shell', '1.0.0-d', 'ad', b, 'md', b]])
    await writeFile(bench.stored('r', 'md', b, 'remoteEntry.js'), 'changed')
    const none = await refusalOf(move('shell', '1.0.0-d'))
    expect(none.commands).toEqual([])
    expect(none.advice).toContain('No published build of md runs with the shell 1.0.0-d')
    expect(none.advice).toMatch(/build md for it and publish it$/u)

    await publishSharing('shell', '1.0.0-e', ['atom', 'useAtom', 'useSetAtom'])
    await release('shell', '1.0.0-g')
    const wanting = await bench.writeRemote('ad', '1.0.0-f', { manifest: { shares: sharing({ jotai: ['useSetAtom'] }) } })
    await bench.publish('ad', wanting, 'next')
    const old = await refusalOf(move('ad', '1.0.0-f'))
    expect(old.commands).toEqual([])
    expect(old.advice).toBe(
      'No newer shell that runs ad 1.0.0-f is published: build ad for the shell 1.0.0-g, or publish a shell for it first',
    )
  })

  it('ends the trials first that keep the set from being promoted', async () => {
    await publish('md', c)
    await move('md', c, { canary: { percent: 5 } })
    await publish('shell', b, '2.0.0')
    for (const unit of ['ad', 'md']) await publish(unit, b, '2.0.0')
    const refused = await refusalOf(move('shell', b))
    expect(refused.commands).toEqual([
      ['end-canary', 'md', '--from', c],
      ['promote', 'shell', b, 'ad', b, 'md', b],
    ])
    await run(commandLine(refused.commands))
    expect(await stables()).toEqual({ shell: b, ad: b, md: b })
  })

  it('names a frozen unit instead of a command that would be refused', async () => {
    await publish('shell', b, '2.0.0')
    for (const unit of ['ad', 'md']) await publish(unit, b, '2.0.0')
    await freeze(bench.registry, { ...by, unit: 'md' })
    const refused = await refusalOf(move('shell', b))
    expect(refused).toMatchObject({ commands: [], advice: expect.stringContaining(`It needs md ${b}, and md is frozen`) })
  })

  it('of a trial promotes the shell first that runs both builds, and says so where there is none', async () => {
    await publishSharing('shell', b, ['atom', 'useAtom', 'useSetAtom'])
    await publishSharing('ad', b, ['useSetAtom'])
    const canary = { percent: 5, accounts: [12, 31] }
    const refused = await refusalOf(move('ad', b, { canary }))
    expect(refused.commands).toEqual([
      ['promote', 'shell', b],
      ['promote', 'ad', b, '--canary', '5%', '--accounts', '12,31'],
    ])
    await run(commandLine(refused.commands))
    expect(await pointerOf('ad')).toMatchObject({ stable: a, canary: { build: b, percent: 5, accounts: [12, 31] } })

    await publish('shell', c, '2.0.0')
    for (const unit of ['ad', 'md']) await publish(unit, c, '2.0.0')
    const apart = await refusalOf(move('md', c, { canary }))
    expect(apart.advice).toBe('It cannot be tried beside what runs. These builds can be promoted together, for everybody')
    expect(apart.commands).toEqual([
      ['end-canary', 'ad', '--from', b],
      ['promote', 'shell', c, 'md', c, 'ad', c],
    ])
  })

  it('of several units completes the set that was named', async () => {
    await publish('shell', b, '2.0.0')
    for (const unit of ['ad', 'md']) for (const build of [b, c]) await publish(unit, build, '2.0.0')
    const builds = [
      { unit: 'shell', build: b },
      { unit: 'ad', build: b },
    ]
    const named = promoteTogether(bench.registry, { builds, channel, who: 'mika', why: null })
    expect((await refusalOf(named)).commands).toEqual([['promote', 'shell', b, 'ad', b, 'md', c]])
  })
})
