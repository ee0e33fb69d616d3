import { writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readNamedRelease } from '../build/inspect.ts'
import { ReleaseError } from '../error/release-error.ts'
import { promote } from '../move/promote.ts'
import { layout } from '../registry/layout.ts'
import { openRegistry } from '../registry/registry.ts'
import { newKeyPair } from '../signing/key-source.ts'
import { openWorkbench, sharing, type Workbench } from '../testing/fixtures.ts'
import { refusalOf } from '../testing/moves.ts'
import { impact, impactOfCalls, isCall } from './impact.ts'
import { checkUses } from './known-uses.ts'

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
    ['ad', 'stable', ['GET /api/campaign']],
    ['op', 'stable', null],
    ['shell', 'stable', ['GET /api/campaign']],
  ])
  expect(await affected('/api/campaign', '/api/campaign/{id}')).toEqual([
    ['ad', 'stable', ['GET /api/campaign', 'POST /api/campaign']],
    ['ad', 'canary', ['DELETE /api/campaign/{id}']],
    ['op', 'stable', null],
    ['shell', 'stable', ['GET /api/campaign']],
  ])
  expect(await affected('GET /api/unknown')).toEqual([['op', 'stable', null]])
})

it('a build in use that cannot be read may use anything, and is named with what is wrong', async () => {
  const channel = 'stable'
  const calls = ['GET /api/campaign']
  for (const [unit, build] of [
    ['ad', '1.0.0-a'],
    ['ad', '1.0.0-b'],
    ['md', '1.0.0-a'],
    ['op', '1.0.0-a'],
  ] as const) {
    await bench.publish(unit, await bench.writeRemote(unit, build, { manifest: { calls } }))
    await promote(bench.registry, { unit, build, channel, who: 'mika', why: null })
  }
  await bench.publish('op', await bench.writeRemote('op', '1.0.0-b', { manifest: { calls } }))
  await promote(bench.registry, { unit: 'op', build: '1.0.0-b', channel, who: 'mika', why: null, canary: { percent: 5 } })
  await writeFile(bench.stored(layout.release('ad', '1.0.0-b')), '{')
  await writeFile(bench.stored(layout.pointer(channel, 'md')), '{')
  await writeFile(bench.stored(layout.release('op', '1.0.0-b')), '{')

  const found = async (affected: ReturnType<typeof impact>) =>
    (await affected).map(({ unit, build, role, names, fault }) => [unit, build, role, names, fault])
  const damaged = (key: string) => expect.stringContaining(`${key} is not JSON`)
  expect(await found(impactOfCalls(bench.registry, { channel, calls }))).toEqual([
    ['ad', '1.0.0-b', 'stable', null, damaged('r/ad/1.0.0-b/release.json')],
    // What a gateway serves that starts now.
    ['ad', '1.0.0-a', 'stable', calls, null],
    ['md', null, 'stable', null, damaged('ch/stable/md.json')],
    ['md', '1.0.0-a', 'stable', calls, null],
    ['op', '1.0.0-a', 'stable', calls, null],
    ['op', '1.0.0-b', 'canary', null, damaged('r/op/1.0.0-b/release.json')],
  ])
  const other = openRegistry(bench.stored(), { settings: { RELEASE_SIGNING_KEY: newKeyPair().signingKey } })
  expect((await impact(other, { channel, module: 'react', names: [] })).map(({ unit, fault }) => [unit, fault !== null])).toEqual([
    ['ad', true],
    ['md', true],
    ['md', true],
    ['op', true],
    ['op', true],
  ])
})

it('a storage that does not answer makes no build one that cannot be read', async () => {
  const unanswered = new ReleaseError('storage_failed', { what: 'It was not read', why: 'timeout', advice: 'Try again' })
  const registry = { ...bench.registry, readRemoteRelease: () => Promise.reject(unanswered) }
  expect(await refusalOf(readNamedRelease(registry, 'ad', '1.0.0-a'))).toBe(unanswered)
})

it('a build that does not run and cannot be read leaves the words that others name known', async () => {
  await publishUses()
  await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-b'))
  await writeFile(bench.stored(layout.release('ad', '1.0.0-b')), '{')
  await expect(checkUses(bench.registry, 'GET /api/campaign', [])).resolves.toBeUndefined()
})

it.each([
  ['GET /api/campaign'],
  ['/api/campaign/{id}', '/api/campaign'],
  ['@adsite/remote'],
  ['@adsite/remote', 'useShell'],
  ['react', 'anything of a module that a build takes as a whole'],
  ['antd/es/table', 'default'],
])('%s %s is named by a published build', async (what, ...names) => {
  await publishUses()
  await expect(checkUses(bench.registry, what, names)).resolves.toBeUndefined()
})

it.each([
  [['get /api/campaign'], 'Write "GET /api/campaign"'],
  [['GET /api/campaign/'], 'Write "GET /api/campaign"'],
  [['DELETE /api/campaign/:id'], 'Write "DELETE /api/campaign/{id}"'],
  [['/api/campaign/{campaign_id}'], 'Write "/api/campaign/{id}"'],
  [['GET /api/campaign', 'get /api/campaign'], 'Write "GET /api/campaign"'],
  [['@adsite/remote', 'useshell'], 'Write "useShell"'],
  [['GET /api/campaing'], expect.stringContaining('as in "GET /api/campaign/{id}"')],
  [['nonsense'], expect.stringContaining('no build uses it')],
])('%j is no answer but a refusal with what to write: %s', async ([what = '', ...names], advice) => {
  await publishUses()
  expect(await refusalOf(checkUses(bench.registry, what, names))).toMatchObject({ code: 'use_unknown', advice })
})

async function publishUses(): Promise<void> {
  const shares = sharing({ '@adsite/remote': ['useShell'], react: ['*'] })
  const calls = ['GET /api/campaign', 'DELETE /api/campaign/{id}']
  await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-a', { manifest: { shares, calls } }))
  const table = sharing({ 'antd/es/table': ['default'] })
  await bench.publish('md', await bench.writeRemote('md', '1.0.0-a', { manifest: { shares: table } }))
}

it.each([
  ['GET /api/campaign', true],
  ['/api/campaign/{id}', true],
  ['@adsite/remote', false],
  ['antd/es/table', false],
  ['get /api/campaign', false],
])('%s is a call: %s', (word, is) => {
  expect(isCall(word)).toBe(is)
})
