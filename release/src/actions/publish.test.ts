import { readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWorkbench, sharing, type Workbench } from '../testing/fixtures.ts'
import { promoteTogether } from '../move/promote-together.ts'
import { promote } from '../move/promote.ts'
import { publish } from './publish.ts'

let bench: Workbench
beforeEach(async () => {
  bench = await openWorkbench()
})
afterEach(() => bench.remove())

describe('publish', () => {
  it('writes every file, compressed copies and release.json, and nothing that users see', async () => {
    const published = await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-a'))
    expect(published).toMatchObject({ unit: 'ad', build: '1.0.0-a', files: 4, created: true })
    const release = await bench.registry.readRemoteRelease('ad', '1.0.0-a')
    expect(Object.keys(release!.files)).toEqual(['css/main.css', 'icon.svg', 'manifest.json', 'remoteEntry.js'])
    const code = await readFile(bench.stored('r/ad/1.0.0-a/remoteEntry.js'))
    expect(release!.files['remoteEntry.js']!.size).toBe(code.length)
    expect(brotliDecompressSync(await readFile(bench.stored('r/ad/1.0.0-a/remoteEntry.js.br')))).toEqual(code)
    expect(gunzipSync(await readFile(bench.stored('r/ad/1.0.0-a/remoteEntry.js.gz')))).toEqual(code)
    expect(await readdir(bench.stored('tmp'))).toEqual([])
    expect(await bench.registry.listLive('stable')).toEqual([])
  })

  it('does nothing when the same build comes again', async () => {
    await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-a'))
    const before = await stat(bench.stored('r/ad/1.0.0-a/release.json'))
    expect(await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-a'))).toMatchObject({ created: false })
    expect((await stat(bench.stored('r/ad/1.0.0-a/release.json'))).mtimeMs).toBe(before.mtimeMs)
  })

  it.each([
    ['a changed file', { 'remoteEntry.js': 'other()' }],
    ['a file less', { 'icon.svg': null }],
    ['a file more', { 'extra.js': 'extra()' }],
  ])('refuses the same id with %s, and leaves the first as it was', async (_, files) => {
    await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-a'))
    const before = await readFile(bench.stored('r/ad/1.0.0-a/remoteEntry.js'), 'utf8')
    const again = bench.publish('ad', await bench.writeRemote('ad', '1.0.0-a', { files }))
    await expect(again).rejects.toMatchObject({ code: 'build_taken' })
    expect(await readFile(bench.stored('r/ad/1.0.0-a/remoteEntry.js'), 'utf8')).toBe(before)
    expect(await readdir(bench.stored('r/ad/1.0.0-a'))).not.toContain('extra.js')
  })

  it('completes a publish that broke off, unless a file left by it is another one', async () => {
    const from = await bench.writeRemote('ad', '1.0.0-a')
    await bench.publish('ad', from)
    await rm(bench.stored('r/ad/1.0.0-a/release.json'))
    expect(await bench.registry.listBuilds('ad')).toEqual([])
    expect(await bench.publish('ad', from)).toMatchObject({ created: true })
    await rm(bench.stored('r/ad/1.0.0-a/release.json'))
    await writeFile(bench.stored('r/ad/1.0.0-a/icon.svg'), 'other')
    await expect(bench.publish('ad', from)).rejects.toMatchObject({ code: 'build_taken' })
  })

  it('lets one of two different builds of one id through, never a mixture', async () => {
    const sources = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        bench.writeRemote('ad', '1.0.0-a', { files: { 'remoteEntry.js': `v(${index})`, 'other.js': `v(${index})` } }),
      ),
    )
    const results = await Promise.allSettled(sources.map((from) => bench.publish('ad', from)))
    const refusals = results.filter((result) => result.status === 'rejected').map((result) => result.reason.code)
    expect(refusals.every((code) => code === 'build_taken')).toBe(true)
    expect(refusals.length).toBeGreaterThanOrEqual(5)
    // Two concurrent writers may both lose; then no build exists.
    const complete = (await bench.registry.listBuilds('ad')).length
    expect(complete).toBe(results.length - refusals.length)
    const files = await Promise.all(['other.js', 'remoteEntry.js'].map((path) => readFile(bench.stored('r/ad/1.0.0-a', path), 'utf8')))
    expect(complete === 0 || files[0] === files[1]).toBe(true)
  })

  it('says which command makes a missing build', async () => {
    const refused = bench.publish('ad', join(bench.directory, 'nowhere'))
    await expect(refused).rejects.toMatchObject({ code: 'build_directory_missing', advice: expect.stringContaining('build ad') })
  })

  it.each([
    ['manifest_missing', { 'manifest.json': null }, /manifest\.json/],
    ['manifest_invalid', { 'manifest.json': '{' }, /no JSON/],
    ['manifest_invalid', { 'manifest.json': '{}' }, /"area"/],
    ['file_missing', { 'remoteEntry.js': null }, /entry "remoteEntry\.js"/],
    ['file_refused', { 'release.json': '{}' }, /release\.json/],
    ['file_refused', { 'main.js.br': 'x' }, /main\.js\.br/],
    ['file_refused', { '.env': 'x' }, /\.env/],
    ['file_refused', { 'a b.js': 'x' }, /a b\.js/],
  ])('refuses a build with %s for %o', async (code, files, text) => {
    const refused = bench.publish('ad', await bench.writeRemote('ad', '1.0.0-a', { files }))
    await expect(refused).rejects.toMatchObject({ code, message: expect.stringMatching(text) })
    expect(await bench.registry.listUnits()).toEqual([])
  })

  it.each([
    [{ build: undefined as unknown as string }, 'manifest_invalid', /"build"/],
    [{ build: '../../x' }, 'invalid_name', /build/],
    [{ build: 'A1' }, 'invalid_name', /lower-case/],
    [{ contract: { provides: 'one', requires: '1.0.0' } }, 'manifest_invalid', /"contract\.provides"/],
    [{ area: 'md' }, 'manifest_invalid', /"area" is "md", not "ad"/],
    [{ federationName: 'ad-1' }, 'manifest_invalid', /federationName/],
    [
      { routes: [{ name: 'op.x', path: '/op/x', permission: 'x', title: { ja: '', en: '' } }] },
      'manifest_invalid',
      /op\.x has the path \/op\/x/,
    ],
  ])('refuses a manifest with %o', async (manifest, code, text) => {
    const refused = bench.publish('ad', await bench.writeRemote('ad', '1.0.0-a', { manifest }))
    await expect(refused).rejects.toMatchObject({ code, message: expect.stringMatching(text) })
  })

  it('refuses what is neither file nor directory', async () => {
    const from = await bench.writeRemote('ad', '1.0.0-a')
    await symlink('/etc/hostname', join(from, 'host.js'))
    await expect(bench.publish('ad', from)).rejects.toMatchObject({ code: 'file_refused' })
  })

  it('refuses a federation name that another build has', async () => {
    await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-a'))
    const refused = bench.publish('ad', await bench.writeRemote('ad', '1.0.0-b', { manifest: { federationName: 'ad_1_0_0_a' } }))
    await expect(refused).rejects.toMatchObject({ code: 'federation_name_taken', message: expect.stringContaining('1.0.0-a') })
  })

  it('refuses a shell without a page, or with a page that has no room for the pointers', async () => {
    await expect(bench.publish('shell', await bench.writeShell('1.0.0-a', { files: { 'index.html': null } }))).rejects.toMatchObject({
      code: 'file_missing',
    })
    const refused = bench.publish('shell', await bench.writeShell('1.0.0-a', { files: { 'index.html': '__SHELL_BASE__' } }))
    await expect(refused).rejects.toMatchObject({ code: 'file_refused', message: expect.stringContaining('<!--POINTERS-->') })
  })

  it('compares a remote with the shell that is live, and with newer published ones that it could be promoted with', async () => {
    const foreign = await bench.writeRemote('ad', '1.0.0-a', { manifest: { contract: { provides: '2.0.0', requires: '2.0.0' } } })
    await bench.publish('shell', await bench.writeShell('1.0.0-s'))
    await bench.publish('ad', foreign)
    await promote(bench.registry, { unit: 'shell', build: '1.0.0-s', channel: 'stable', who: 'test', why: null })
    const next = await bench.writeRemote('ad', '1.0.0-b', { manifest: { contract: { provides: '2.0.0', requires: '2.0.0' } } })
    await expect(bench.publish('ad', next)).rejects.toMatchObject({
      code: 'contract_mismatch',
      why: expect.stringMatching(/2\.0\.0.*1\.\d/),
    })
    const greedy = await bench.writeRemote('ad', '1.0.0-c', { manifest: { shares: sharing({ jotai: ['atom', 'useSetAtom'] }) } })
    await expect(bench.publish('ad', greedy)).rejects.toMatchObject({
      code: 'share_mismatch',
      why: expect.stringContaining('useSetAtom of jotai'),
    })
    const giving = { manifest: { shares: sharing({ react: ['*'], jotai: ['atom', 'useSetAtom'] }) } }
    await bench.publish('shell', await bench.writeShell('1.1.0-t', giving))
    expect(await bench.publish('ad', greedy)).toMatchObject({ created: true })
  })
})

describe('the budget of a unit', () => {
  /** Random digits, so that compressing takes 0.4 of it. */
  const digits = (bytes: number) => Array.from({ length: bytes }, () => Math.floor(Math.random() * 10)).join('')
  const screens = { 'ad.home': ['home.js'], 'ad.report': ['report.js', 'home.js'] }
  const files = { 'remoteEntry.js': digits(10_000), 'home.js': digits(10_000), 'report.js': digits(20_000) }
  const written = (build: string, budget?: object) =>
    // A file that is read for each screen and named by one is read once.
    bench.writeRemote('ad', build, { manifest: { screens, preload: ['home.js'], ...(budget && { budget: budget as never }) }, files })

  it('is what the first visit to the heaviest screen may read, compressed', async () => {
    await expect(bench.publish('ad', await written('1.0.0-a', { kilobytes: 15 }))).rejects.toMatchObject({
      code: 'over_budget',
      why: expect.stringMatching(/^the first visit to ad\.report reads 1[678](?:\.\d)? kB of it, and its budget is 15 kB$/u),
      advice: expect.stringContaining('adsite.budget in package.json'),
    })
    expect(await bench.registry.listBuilds('ad')).toEqual([])
    expect(await bench.publish('ad', await written('1.0.0-a', { kilobytes: 19 }))).toMatchObject({ created: true })
    expect(await readdir(bench.stored('r/ad/1.0.0-a'))).toEqual(expect.arrayContaining(['report.js', 'report.js.br', 'report.js.gz']))
  })

  it('of a shell limits its page, what the page names, and what areas and lists need', async () => {
    const preloads = { area: ['area.js'], list: ['list.js'] }
    const parts = { 'main.js': digits(10_000), 'area.js': digits(10_000), 'list.js': digits(10_000), 'dialog.js': digits(90_000) }
    const shell = (build: string, limit: number) =>
      bench.writeShell(build, { manifest: { entry: 'index.html', preloads, budget: { kilobytes: limit } }, files: parts })
    await expect(bench.publish('shell', await shell('1.0.0-a', 11))).rejects.toMatchObject({
      code: 'over_budget',
      why: expect.stringContaining('the first visit to a list reads 1'),
    })
    expect(await bench.publish('shell', await shell('1.0.0-a', 15))).toMatchObject({ created: true })
  })

  it('only goes down, unless the build says why; a reason counts once', async () => {
    await bench.publish('ad', await written('1.0.0-a', { kilobytes: 20 }))
    await promote(bench.registry, { unit: 'ad', build: '1.0.0-a', channel: 'stable', who: 'test', why: null })
    for (const higher of [{ kilobytes: 21 }, undefined])
      await expect(bench.publish('ad', await written('1.0.0-b', higher))).rejects.toMatchObject({
        code: 'budget_raised',
        why: expect.stringContaining('that of the live build 1.0.0-a is 20 kB'),
      })
    await bench.publish('ad', await written('1.0.0-c', { kilobytes: 21, raised: 'charts' }))
    await promote(bench.registry, { unit: 'ad', build: '1.0.0-c', channel: 'stable', who: 'test', why: null })
    const again = bench.publish('ad', await written('1.0.0-d', { kilobytes: 30, raised: 'charts' }))
    await expect(again).rejects.toMatchObject({ code: 'budget_raised' })
    expect(await bench.publish('ad', await written('1.0.0-e', { kilobytes: 18, raised: 'charts' }))).toMatchObject({ created: true })
  })

  it('is compared with what is live where a build is promoted, too; what has run there comes back as it was', async () => {
    const move = { unit: 'ad', channel: 'stable', who: 'test', why: null }
    const build = (name: string, limit: number) => written(name, { kilobytes: limit })
    await bench.publish('ad', await build('1.0.0-a', 30))
    await promote(bench.registry, { ...move, build: '1.0.0-a' })
    await bench.publish('ad', await build('1.0.0-b', 20))
    // Of a channel where nothing runs, so that there is nothing to compare with.
    await publish(bench.registry, { unit: 'ad', from: await build('1.0.0-c', 25), channel: 'beta', commit: null, buildCommand: 'build' })
    await promote(bench.registry, { ...move, build: '1.0.0-b' })
    const refusal = { code: 'budget_raised', why: expect.stringContaining('that of the live build 1.0.0-b is 20 kB') }
    await expect(promote(bench.registry, { ...move, build: '1.0.0-c' })).rejects.toMatchObject(refusal)
    await expect(promote(bench.registry, { ...move, build: '1.0.0-c', canary: { percent: 5 } })).rejects.toMatchObject(refusal)
    const together = { ...move, builds: [{ unit: 'ad', build: '1.0.0-c' }] }
    await expect(promoteTogether(bench.registry, together)).rejects.toMatchObject(refusal)
    expect(await promote(bench.registry, { ...move, build: '1.0.0-a' })).toMatchObject({ build: '1.0.0-a' })
  })
})
