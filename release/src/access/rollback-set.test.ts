import { writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPlace } from '../cli/place.ts'
import { rollback, rollbackSet, rollbackTogether } from '../cli/verbs.ts'
import { promoteTogether } from '../move/promote-together.ts'
import { openWorkbench, type Workbench } from '../testing/fixtures.ts'
import { by, channel, refusalOf } from '../testing/moves.ts'
import { serveApp, type Served } from '../testing/serve.ts'
import { serveReleases, type ReleaseCall } from './serve-releases.ts'
import { createToken, type TokenScope } from './token.ts'

const [a, b] = ['1.0.0-a', '1.1.0-b']
const units = ['ad', 'crm', 'md']
let bench: Workbench
let site: Served
let calls: ReleaseCall[]

beforeEach(async () => {
  bench = await openWorkbench()
  calls = []
  const { registry } = bench
  site = await serveApp(
    serveReleases({
      registry,
      wrongTokens: { wait: async () => 0, count: async () => 0 },
      report: (call) => void calls.push(call),
      failed: (error) => {
        throw error
      },
    }),
  )
  await bench.release('shell', '1.0.0-s')
  for (const unit of units) {
    await bench.release(unit, a)
    await bench.publish(unit, await bench.writeRemote(unit, b))
  }
  await promoteTogether(registry, { channel, who: 'mika', why: null, builds: units.map((unit) => ({ unit, build: b })) })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await site.close()
  await bench.remove()
})

const stable = () => Promise.all(units.map(async (unit) => (await bench.registry.readPointer(channel, unit))?.pointer.stable))

/** The site, asked over the network with a token for these units. */
async function placeFor(permitted: readonly string[], scopes: readonly TokenScope[]) {
  const token = await createToken(bench.registry, { name: 'pipeline', units: permitted, scopes, days: 1, who: 'mika' })
  vi.stubEnv('RELEASE_TOKEN', token.secret)
  return openPlace(site.url, 'octocat', () => undefined)
}

/** Rolls the set of a unit back over the network, with a token for these units. */
async function back(unit: string, permitted: readonly string[], scopes: readonly TokenScope[] = ['rollback'], rev?: number) {
  return rollbackSet(await placeFor(permitted, scopes), { ...by, unit, decidedOn: rev })
}

/** Revisions that open pages have to follow at once. */
const atOnce = () => Promise.all(units.map(async (unit) => (await bench.registry.readPointer(channel, unit))?.pointer.now))

describe('a set over the network', () => {
  it('goes back whole with a token for all of its units, as one set of the log', async () => {
    const moves = await back('crm', [...units, 'op'])
    expect(moves.map(({ unit, build, previous }) => [unit, build, previous])).toEqual(units.map((unit) => [unit, a, b]))
    expect(await stable()).toEqual([a, a, a])
    const entries = await Promise.all(units.map((unit) => bench.registry.readLogEntry(channel, unit, 3)))
    expect(new Set(entries.map((entry) => entry?.set?.id)).size).toBe(1)
    expect(entries[0]).toMatchObject({ who: 'octocat (pipeline)', action: 'rollback', why: 'blank list', set: { units } })
    expect(calls).toMatchObject([{ verb: 'rollbackSet', units, refused: null, done: expect.stringContaining('md runs 1.0.0-a') }])
  })

  it('goes back in open pages at their next query, or at once where that is asked for', async () => {
    await back('crm', units)
    expect(await atOnce()).toEqual([undefined, undefined, undefined])
    const again = units.map((unit) => ({ unit, build: b }))
    await promoteTogether(bench.registry, { channel, who: 'mika', why: null, builds: again })
    await rollbackSet(await placeFor(units, ['rollback']), { ...by, unit: 'crm', now: true })
    expect(await atOnce()).toEqual([5, 5, 5])
  })

  it('is refused whole without one of them: the refusal names what the token lacks, and nothing moves', async () => {
    expect(await refusalOf(back('crm', ['crm', 'ad']))).toMatchObject({
      code: 'not_permitted',
      what: 'The token "pipeline" was not accepted for this',
      why: 'it is for crm, ad, not for md',
    })
    expect(await refusalOf(back('crm', ['crm']))).toMatchObject({ why: 'it is for crm, not for ad, md' })
    expect(await refusalOf(back('crm', units, ['publish', 'promote']))).toMatchObject({ why: 'it permits publish, promote, not rollback' })
    expect(await stable()).toEqual([b, b, b])
    expect(calls.map(({ refused }) => refused?.split(':')[0])).toEqual(['not_permitted', 'not_permitted', 'not_permitted'])
  })

  it('tells nothing of units that the token lacks, even where one has moved since', async () => {
    await bench.release('md', '1.2.0-c')
    expect((await refusalOf(back('crm', ['crm', 'ad']))).message).not.toContain('1.2.0-c')
    expect((await refusalOf(back('md', ['crm', 'ad']))).message).toContain('not for md')
    expect(await refusalOf(back('crm', units))).toMatchObject({
      code: 'pointer_moved',
      why: expect.stringContaining('md has changed since'),
    })
    expect(await stable()).toEqual([b, b, '1.2.0-c'])
  })

  it('stays where the log entry of what runs is damaged: the one before it may be of another set', async () => {
    await bench.release('crm', '1.2.0-c')
    await writeFile(bench.stored('log/stable/crm/3.json'), '{')
    expect(await refusalOf(back('crm', units))).toMatchObject({
      code: 'registry_damaged',
      why: 'the log entry of what crm runs is missing or damaged',
      advice: expect.stringContaining('Roll crm back alone'),
    })
    expect(await stable()).toEqual([b, '1.2.0-c', b])
  })

  it('of two at once goes back once; a revision that is no longer right is refused', async () => {
    expect(await refusalOf(back('crm', units, ['rollback'], 1))).toMatchObject({ code: 'pointer_moved' })
    const ended = await Promise.allSettled([back('crm', units), back('ad', units)])
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await stable()).toEqual([a, a, a])
  })
})

describe('a token that only rolls back', () => {
  it('gives nobody a build that never ran, alone or with others, while a former one is put back', async () => {
    const c = '1.2.0-c'
    for (const unit of units) await bench.publish(unit, await bench.writeRemote(unit, c))
    const place = await placeFor(units, ['publish', 'rollback'])
    const refused = {
      code: 'not_permitted',
      why: `${c} is none that md goes back to, so this would promote it: it permits publish, rollback, not promote`,
    }
    expect(await refusalOf(rollback(place, { ...by, unit: 'md', build: c }))).toMatchObject(refused)
    const builds = [
      { unit: 'ad', build: a },
      { unit: 'md', build: c },
    ]
    expect(await refusalOf(rollbackTogether(place, { ...by, builds }))).toMatchObject(refused)
    expect(await stable()).toEqual([b, b, b])
    expect(await rollback(place, { ...by, unit: 'md', build: a })).toMatchObject({ build: a })
    const whole = await placeFor(units, ['promote', 'rollback'])
    expect(await rollback(whole, { ...by, unit: 'md', build: c })).toMatchObject({ build: c })
  })
})
