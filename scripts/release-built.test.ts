import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freeze, openRegistry, rollback, type Registry } from '@adsite/release'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { releaseBuilt } from './release-built.ts'

let place: string
let registry: Registry
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'adsite-built-'))
  registry = openRegistry(join(place, 'registry'))
  await writeBuild('shell', 'shell', '1.0.0-s')
  for (const area of ['ad', 'md', 'op']) await writeBuild(`remote-${area}`, area, '1.0.0-a')
})
afterEach(() => rm(place, { recursive: true, force: true }))

async function writeBuild(folder: string, area: string, build: string): Promise<void> {
  const dist = join(place, folder, 'dist')
  const contract = { provides: '1.0.0', requires: '1.0.0' }
  const federationName = `${area}_${build.replaceAll(/[^0-9a-z]/g, '_')}`
  const remote = { area, title: { ja: area, en: area }, icon: '', federationName, routes: [] }
  const manifest = { build, contract, entry: area === 'shell' ? 'index.html' : 'entry.js', shares: {}, ...(area !== 'shell' && remote) }
  await mkdir(dist, { recursive: true })
  await writeFile(join(dist, 'manifest.json'), JSON.stringify(manifest))
  await writeFile(join(dist, 'entry.js'), `var ${federationName.replaceAll('-', '_')} = 1`)
  await writeFile(join(dist, 'index.html'), '<!--POINTERS-->__SHELL_BASE__')
}

const ad = async () => (await releaseBuilt(registry, place)).find(({ unit }) => unit === 'ad')!
const operations = { unit: 'ad', channel: 'stable', who: 'ren', reason: 'blank list' }

describe('a start of the site', () => {
  it('releases each build once, and leaves a rollback as it is', async () => {
    expect(await ad()).toMatchObject({ running: '1.0.0-a', promoted: true, refused: null })
    expect(await ad()).toMatchObject({ running: '1.0.0-a', promoted: false, refused: null })
    await writeBuild('remote-ad', 'ad', '1.0.0-b')
    expect(await ad()).toMatchObject({ running: '1.0.0-b', promoted: true })
    await rollback(registry, operations)
    expect(await ad()).toMatchObject({ build: '1.0.0-b', running: '1.0.0-a', promoted: false, refused: null })
  })

  it('goes on with what runs when a build is refused, and says why', async () => {
    await ad()
    await freeze(registry, operations)
    await writeBuild('remote-ad', 'ad', '1.0.0-b')
    expect(await ad()).toMatchObject({ running: '1.0.0-a', promoted: false, refused: expect.stringContaining('ad is frozen') })
  })

  it('ends with the refusal when nothing runs that could go on', async () => {
    await rm(join(place, 'remote-ad', 'dist'), { recursive: true })
    await expect(releaseBuilt(registry, place)).rejects.toMatchObject({ code: 'build_directory_missing' })
  })
})
