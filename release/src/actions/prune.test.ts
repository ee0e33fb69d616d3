import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { jsonBytes } from '../registry/change-pointer.ts'
import { layout } from '../registry/layout.ts'
import { openRegistry, registryOn } from '../registry/registry.ts'
import { newKeyPair } from '../signing/key-source.ts'
import { openReadOnly, openWorkbench, type Workbench } from '../testing/fixtures.ts'
import { prune } from './prune.ts'
import { publish } from './publish.ts'

let bench: Workbench
beforeEach(async () => {
  bench = await openWorkbench()
})
afterEach(() => bench.remove())

const [a, b, c] = ['1.0.0-a', '1.0.0-b', '1.0.0-c']
const options = { days: 30, dryRun: false }
const old = new Date(Date.now() - 40 * 86_400_000)

/** Publishes a build that nobody needs, as if forty days ago. */
async function publishOld(unit: string, build: string): Promise<void> {
  await bench.publish(unit, await bench.writeRemote(unit, build))
  const { signature: _, ...release } = (await bench.registry.readRemoteRelease(unit, build))!
  const signed = (await bench.registry.keys()).sign({ ...release, created_at: old.toISOString() })
  await writeFile(bench.stored(layout.release(unit, build)), jsonBytes(signed))
}

it('goes on around builds that were tampered with or are signed by a retired key, and reports them', async () => {
  await bench.release('md', a)
  for (const build of [a, b]) await publishOld('ad', build)
  await publishOld('md', b)
  const file = bench.stored(layout.release('ad', a))
  await writeFile(file, (await readFile(file, 'utf8')).replace('"commit": null', '"commit": "0ff1ce"'))
  const retired = openRegistry(bench.stored(), { settings: { RELEASE_SIGNING_KEY: newKeyPair().signingKey } })
  await publish(retired, { unit: 'ad', from: await bench.writeRemote('ad', c), channel: 'other', commit: null, buildCommand: 'build' })

  const { removed, left } = await prune(bench.registry, options)
  expect(removed.map(({ unit, build }) => [unit, build])).toEqual([
    ['ad', b],
    ['md', b],
  ])
  expect(left).toEqual([
    { unit: 'ad', build: a, why: expect.stringContaining('changed after it was signed') },
    { unit: 'ad', build: c, why: expect.stringContaining('not one of the accepted') },
  ])
  expect(await bench.registry.listBuilds('ad')).toEqual([a, c])
})

it.each([
  ['pointer', 'ch/stable/ad.json', 'ch/stable/ad.json is not JSON'],
  ['log', 'log/stable/ad/1.json', 'log/stable/ad/1.json is damaged'],
])('leaves a unit alone whose %s is damaged, because nobody knows what it needs', async (_, key, why) => {
  for (const unit of ['ad', 'md']) {
    await bench.release(unit, a)
    await publishOld(unit, b)
  }
  await writeFile(bench.stored(key), '{')
  expect(await prune(bench.registry, options)).toMatchObject({
    removed: [{ unit: 'md', build: b }],
    left: [{ unit: 'ad', build: null, why }],
  })
})

it.each([
  ['its pointer', 'ch/stable/ad.json'],
  ['like every unit its pointer', 'ch'],
])('leaves a unit alone that has lost %s, and removes what was never promoted', async (_, lost) => {
  for (const build of [a, b]) await bench.release('ad', build)
  await publishOld('md', c)
  await rm(bench.stored(lost), { recursive: true })
  // No log entry is recent enough to protect what it names.
  expect(await prune(bench.registry, { ...options, days: 0 })).toMatchObject({
    removed: [{ unit: 'md', build: c }],
    left: [{ unit: 'ad', build: null, why: 'ch/stable/ad.json is missing, although the log has revision 2' }],
  })
  expect(await bench.registry.listBuilds('ad')).toEqual([a, b])
})

it('puts a build back that it was removing when the pointer became unreadable', async () => {
  await bench.release('ad', a)
  await publishOld('ad', b)
  const { storage, keys } = bench.registry
  const registry = registryOn(
    {
      ...storage,
      async remove(key) {
        await storage.remove(key)
        await writeFile(bench.stored('ch/stable/ad.json'), '{')
      },
    },
    keys,
  )
  expect(await prune(registry, options)).toEqual({ removed: [], left: [{ unit: 'ad', build: b, why: 'ch/stable/ad.json is not JSON' }] })
  expect(await bench.registry.listBuilds('ad')).toEqual([a, b])
})

it('removes what an interrupted publish has left for more than a day, and nothing younger', async () => {
  await bench.release('ad', a)
  for (const [build, time] of [
    [b, old],
    [c, new Date()],
  ] as const) {
    const file = bench.stored(layout.file('ad', build, 'css/main.css'))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, 'p{}')
    await utimes(file, time, time)
  }
  // A publish that goes on: its first file is from long ago by the clock of whoever copied it.
  const first = bench.stored(layout.file('ad', c, 'remoteEntry.js'))
  await writeFile(first, 'code')
  await utimes(first, old, old)
  expect(await prune(bench.registry, { ...options, dryRun: true })).toEqual({ removed: [{ unit: 'ad', build: b, bytes: 0 }], left: [] })
  await prune(bench.registry, options)
  expect(await bench.registry.listBuildFolders('ad')).toEqual([a, c])
})

it('of a registry that may only be read is refused', async () => {
  await publishOld('ad', b)
  await expect(prune(openReadOnly(bench.registry), options)).rejects.toMatchObject({ code: 'storage_read_only' })
})
