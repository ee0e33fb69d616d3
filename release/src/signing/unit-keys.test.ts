import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { publish } from '../actions/publish.ts'
import { freeze } from '../move/freeze.ts'
import { promote } from '../move/promote.ts'
import { rollback } from '../move/rollback.ts'
import { jsonBytes } from '../registry/change-pointer.ts'
import { layout } from '../registry/layout.ts'
import { openRegistry, type Registry, type RegistryOptions } from '../registry/registry.ts'
import { openWorkbench, type Workbench } from '../testing/fixtures.ts'
import { configuredKeys, newKeyPair } from './key-source.ts'

const [ofAd, ofShell, ofAll] = [newKeyPair(), newKeyPair(), newKeyPair()]
const accepted = `ad:${ofAd.publicKey}, shell:${ofShell.publicKey}`
const [channel, a, b] = ['stable', '1.0.0-a', '1.0.0-b']
let bench: Workbench

beforeEach(async () => {
  bench = await openWorkbench()
})
afterEach(() => bench.remove())

function registryOf(
  RELEASE_SIGNING_KEY: string | undefined,
  RELEASE_PUBLIC_KEY = accepted,
  authority?: RegistryOptions['authority'],
): Registry {
  return openRegistry(join(bench.directory, 'scoped'), {
    settings: { RELEASE_SIGNING_KEY, RELEASE_PUBLIC_KEY },
    ...(authority && { authority }),
  })
}
const write = (unit: string, build: string) => (unit === 'shell' ? bench.writeShell(build) : bench.writeRemote(unit, build))
async function publishIn(registry: Registry, unit: string, build: string): Promise<void> {
  await publish(registry, { unit, from: await write(unit, build), channel, commit: null, buildCommand: 'build' })
}
const promoteIn = (registry: Registry, unit: string, build: string) => promote(registry, { unit, build, channel, who: 'mika', why: null })

describe('a key of one unit', () => {
  it('publishes and moves its unit, and no other', async () => {
    const [ad, shell] = [registryOf(ofAd.signingKey), registryOf(ofShell.signingKey)]
    for (const build of [a, b]) await publishIn(shell, 'shell', build)
    await publishIn(ad, 'ad', a)
    await promoteIn(shell, 'shell', a)
    await promoteIn(shell, 'shell', b)
    await promoteIn(ad, 'ad', a)

    await expect(publishIn(ad, 'shell', '1.0.0-x')).rejects.toMatchObject({
      code: 'signing_key_unknown',
      why: expect.stringContaining('is a key of ad, not of shell'),
    })
    const by = { unit: 'shell', channel, who: 'mallory', reason: 'mine' }
    const refused = { code: 'not_permitted', what: 'shell was not changed on stable' }
    await expect(promoteIn(ad, 'shell', a)).rejects.toMatchObject(refused)
    await expect(rollback(ad, by)).rejects.toMatchObject(refused)
    await expect(freeze(ad, by)).rejects.toMatchObject(refused)
    await expect(promoteIn(registryOf(undefined), 'shell', a)).rejects.toMatchObject(refused)
    expect((await shell.readPointer(channel, 'shell'))?.pointer).toMatchObject({ rev: 2, stable: b })
    expect(await shell.listLog(channel, 'shell')).toEqual([1, 2])
  })

  it('under which a release of another unit is stored is refused by everything that reads it', async () => {
    const registry = registryOf(ofShell.signingKey)
    await publishIn(registry, 'shell', a)
    const stored = (await registry.storage.read(layout.release('shell', a)))!
    const { signature: _, ...release } = JSON.parse(stored.body.toString())
    const forged = configuredKeys({ RELEASE_SIGNING_KEY: ofAd.signingKey })!.sign(release)
    await writeFile(join(bench.directory, 'scoped', layout.release('shell', a)), jsonBytes(forged))
    await expect(registry.readShellRelease(a)).rejects.toMatchObject({
      code: 'signature_invalid',
      why: expect.stringContaining('is one of ad and not of shell'),
    })
    await expect(promoteIn(registry, 'shell', a)).rejects.toMatchObject({ code: 'signature_invalid' })
  })

  it('is not needed where roles and tokens decide, as on a site', async () => {
    await publishIn(registryOf(ofShell.signingKey), 'shell', a)
    expect(await promoteIn(registryOf(undefined, accepted, 'caller'), 'shell', a)).toMatchObject({ rev: 1 })
  })
})

describe('keys in the settings', () => {
  const keysOf = (RELEASE_PUBLIC_KEY: string) => configuredKeys({ RELEASE_SIGNING_KEY: undefined, RELEASE_PUBLIC_KEY })!

  it('can be for several units each, and several keys for one unit, while they are rotated', async () => {
    const keys = keysOf(`ad:${ofAd.publicKey},md:${ofAd.publicKey},shell:${ofShell.publicKey},shell:${ofAd.publicKey},${ofAll.publicKey}`)
    expect(keys.keyUnits).toEqual({ [ofAd.publicKey]: ['ad', 'md', 'shell'], [ofShell.publicKey]: ['shell'] })
    expect(keys.publicKeys).toEqual([ofAd.publicKey, ofShell.publicKey, ofAll.publicKey])
    // A build of the time before the keys were divided.
    const before = registryOf(ofAll.signingKey, ofAll.publicKey)
    await publishIn(before, 'shell', a)
    expect(await registryOf(undefined, `${accepted},shell:${ofAll.publicKey}`).readShellRelease(a)).not.toBeNull()
    await expect(registryOf(undefined).readShellRelease(a)).rejects.toMatchObject({ code: 'signature_invalid' })
  })

  it('that are for all units somewhere are for all', () => {
    expect(keysOf(`ad:${ofAd.publicKey},${ofAd.publicKey}`).keyUnits).toEqual({})
    expect(keysOf(`${ofAd.publicKey},ad:${ofAd.publicKey}`).keyUnits).toEqual({})
  })

  it.each(['Ad', '../ad', ''])('name units: %j is none', (unit) => {
    expect(() => keysOf(`${unit}:${ofAd.publicKey}`)).toThrow(
      expect.objectContaining({ code: 'key_invalid', why: expect.stringContaining('which is no unit') }),
    )
  })
})
