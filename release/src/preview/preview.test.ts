import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { createGateway, type Gateway } from '../gateway/index.ts'
import { rollback } from '../move/rollback.ts'
import { newKeyPair, configuredKeys } from '../signing/key-source.ts'
import { openWorkbench, type Workbench } from '../testing/fixtures.ts'
import { checkPreview } from './check-preview.ts'
import { readPreviewToken, signPreview, type PreviewClaims } from './preview-link.ts'

const site = 'https://ads.example'
const now = new Date('2026-05-02T12:00:00.000Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()
const claims: PreviewClaims = { site, builds: { ad: '1.1.0-b', md: '1.0.0-c' }, until: inHours(24), accounts: [12] }
const keys = configuredKeys({ RELEASE_SIGNING_KEY: newKeyPair().signingKey })!
const read = (token: string, accepted = keys, at = now) => readPreviewToken(accepted, token, { sites: [site], now: at })

describe('a link', () => {
  it('says what it was signed for', () => {
    expect(read(signPreview(keys, claims))).toEqual(claims)
  })

  const token = signPreview(keys, claims)
  const [payload = '', key = '', value = ''] = token.split('.')
  const other = Buffer.from(JSON.stringify({ ...claims, builds: { ad: '6.6.6-x' } })).toString('base64url')
  const stranger = configuredKeys({ RELEASE_SIGNING_KEY: newKeyPair().signingKey })!
  it.each([
    ['with other builds', `${other}.${key}.${value}`, /was changed/u],
    ['by a key that is not accepted', signPreview(stranger, claims), /not signed with a key/u],
    ['cut off', token.slice(0, -3), /not all of it/u],
    ['with no signature', `${payload}.${key}.${'A'.repeat(86)}`, /was changed/u],
    ['for another site', signPreview(keys, { ...claims, site: 'https://test.example' }), /for https:\/\/test\.example/u],
    ['that is over', signPreview(keys, { ...claims, until: inHours(0) }), /ended at/u],
    ['without an end in sight', signPreview(keys, { ...claims, until: inHours(169) }), /more than 168 hours/u],
    ['with an end that is no date', signPreview(keys, { ...claims, until: '2026-05-03T12:00:00.000+09' }), /ended at/u],
    ['without builds', signPreview(keys, { ...claims, builds: {} }), /another version/u],
    ['that leads out of the registry', signPreview(keys, { ...claims, builds: { ad: '../x' } }), /another version/u],
  ])('%s is refused', (_, sent, why) => {
    expect(() => read(sent)).toThrow(why)
  })

  it('takes a key of all its units', () => {
    const pair = newKeyPair()
    const ofAd = configuredKeys({ RELEASE_SIGNING_KEY: pair.signingKey, RELEASE_PUBLIC_KEY: `ad:${pair.publicKey}` })!
    const ofAll = configuredKeys({ RELEASE_SIGNING_KEY: pair.signingKey, RELEASE_PUBLIC_KEY: pair.publicKey })!
    const ad = { ...claims, builds: { ad: '1.1.0-b' } }
    expect(read(signPreview(ofAd, ad), ofAd)).toEqual(ad)
    expect(() => signPreview(ofAd, claims)).toThrow(/is a key of ad, not of md/u)
    expect(() => read(signPreview(ofAll, claims), ofAd)).toThrow(/accepts for these units/u)
  })

  it('is no release, and a release is no link', () => {
    const release = keys.sign({ unit: 'ad', build: 'b', created_at: inHours(0), commit: null, files: {}, manifest: {} as never })
    const text = Buffer.from(JSON.stringify(claims)).toString('base64url')
    const signature = Buffer.from(release.signature.value, 'base64').toString('base64url')
    expect(() => read(`${text}.${release.signature.key}.${signature}`)).toThrow(/was changed/u)
  })
})

describe('builds of a preview', () => {
  let bench: Workbench
  let gateway: Gateway
  let previewed: Readonly<Record<string, string>> | null = null
  const pages = ['preview']

  beforeAll(async () => {
    bench = await openWorkbench()
    await bench.release('shell', '1.0.0-s')
    for (const unit of ['ad', 'md']) await bench.release(unit, '1.0.0-a')
    await bench.publish('ad', await bench.writeRemote('ad', '1.1.0-b'))
    await bench.publish('md', await bench.writeRemote('md', '1.1.0-b'))
    await bench.publish('shell', await bench.writeShell('1.1.0-t', { manifest: { pages } }))
    gateway = createGateway({
      registry: bench.registry,
      settings: {},
      https: false,
      report: () => {},
      readPreview: async (cookies) => (cookies === 'mine' && previewed ? { builds: previewed } : null),
    })
  })
  afterAll(async () => {
    gateway.close()
    await bench.remove()
  })

  const check = (builds: Readonly<Record<string, string>>) => checkPreview(bench.registry, 'stable', builds)

  test('are those that the registry has and that fit, also several; bad ones are named so', async () => {
    expect(await check({ ad: '1.1.0-b', shell: '1.1.0-t' })).toMatchObject([
      { unit: 'ad', build: '1.1.0-b', title: { ja: 'ad' }, bad: false },
      { unit: 'shell', build: '1.1.0-t', title: null, bad: false },
    ])
    await bench.release('md', '1.2.0-c')
    await rollback(bench.registry, { unit: 'md', channel: 'stable', who: 'mika', reason: 'totals' })
    expect(await check({ md: '1.2.0-c' })).toMatchObject([{ build: '1.2.0-c', bad: true }])
  })

  test.each([
    ['unknown', { ad: '9.9.9-x' }, 'build_unknown'],
    ['of a unit that is not there', { nn: '1.0.0-a' }, 'build_unknown'],
    ['of a shell that would not say so', { shell: '1.0.0-s' }, 'preview_invalid'],
  ])('%s: refused', async (_, builds, code) => {
    await expect(check(builds)).rejects.toMatchObject({ code })
  })

  test('that do not fit the shell are refused', async () => {
    const contract = { provides: '9.0.0', requires: '9.0.0' }
    const from = await bench.writeRemote('md', '9.0.0-z', { manifest: { contract } })
    // Published on a channel without a shell to compare with.
    await bench.publish('md', from, 'other')
    await expect(check({ md: '9.0.0-z' })).rejects.toMatchObject({ code: 'contract_mismatch' })
  })

  const get = (path: string, cookie: string) => gateway.app.request(path, { headers: { accept: 'text/html', cookie } })

  test('run for the one browser, in page and pointers, without a fallback; nobody else notices', async () => {
    previewed = { ad: '1.1.0-b', md: 'gone', shell: '1.1.0-t' }
    const page = await get('/', 'mine')
    expect(page.headers.get('Cache-Control')).toBe('no-store')
    // What one browser alone sees says nothing about a release.
    expect(page.headers.get('Content-Security-Policy')).not.toContain('report')
    const html = await page.text()
    expect(html).toContain('/r/shell/1.1.0-t/main.js')
    expect(html).toContain('"preview":{"builds":{"ad":"1.1.0-b"')
    const own = (await (await get('/registry/pointers', 'mine')).json()) as { remotes: Record<string, object> }
    expect(own.remotes['ad']).toMatchObject({ stable: { build: '1.1.0-b' }, canary: null, lastKnownGood: [] })
    // A page with a previewed shell would leave it for the released one.
    expect(own).not.toHaveProperty('shell')
    expect(await (await get('/registry/pointers', 'others')).json()).toMatchObject({ shell: { build: '1.0.0-s' } })
    // Who has the released ones is not told that nothing has changed.
    const etag = (await get('/registry/pointers', 'others')).headers.get('ETag')!
    const known = (cookie: string) => gateway.app.request('/registry/pointers', { headers: { cookie, 'if-none-match': etag } })
    expect([(await known('others')).status, (await known('mine')).status]).toEqual([304, 200])
    // What cannot be read stays as it is released.
    expect(own.remotes['md']).toMatchObject({ stable: { build: '1.0.0-a' } })

    const others = await get('/', 'others')
    expect(others.headers.get('Cache-Control')).not.toBe('no-store')
    const released = await others.text()
    expect(released).toContain('/r/shell/1.0.0-s/main.js')
    expect(released).not.toContain('1.1.0')
    previewed = null
    expect(await (await get('/', 'mine')).text()).not.toContain('1.1.0')
  })

  test('are named by the page of their area, as the released ones are by theirs', async () => {
    previewed = { shell: '1.2.0-u', ad: '1.1.0-b' }
    await bench.publish('shell', await bench.writeShell('1.2.0-u', { manifest: { pages, pointers: 'brief' } }))
    const named = async (path: string) => {
      const html = await (await get(path, 'mine')).text()
      return /id="registry-pointers"[^>]*>(.*?)<\/script>/u.exec(html)?.[1] ?? ''
    }
    expect(JSON.parse(await named('/ad/campaign'))).toMatchObject({ remotes: { ad: { build: '1.1.0-b' } } })
    expect(JSON.parse(await named('/md/ad_space'))).toMatchObject({ remotes: { md: { build: '1.0.0-a' } } })
    expect(JSON.parse(await named('/'))).toMatchObject({ remotes: {} })
  })

  test('that were changed in the registry do not run', async () => {
    previewed = { ad: '1.1.0-b' }
    const key = 'r/ad/1.1.0-b/release.json'
    const stored = (await bench.registry.storage.read(key))!
    await bench.registry.storage.compareAndSwap(key, Buffer.from(stored.body.toString().replace('remoteEntry', 'remoteEvil')), stored.etag)
    await expect(check(previewed)).rejects.toMatchObject({ code: 'signature_invalid' })
    const own = (await (await get('/registry/pointers', 'mine')).json()) as { remotes: Record<string, object> }
    expect(own.remotes['ad']).toMatchObject({ stable: { build: '1.0.0-a' } })
  })
})
