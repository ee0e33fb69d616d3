import { isInCanary, pointersFor, registryPointers } from '@adsite/remote/release-format'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { promote } from '../move/promote.ts'
import { rollback } from '../move/rollback.ts'
import { jsonBytes } from '../registry/change-pointer.ts'
import { layout } from '../registry/layout.ts'
import { openWorkbench, pageTemplate, type Workbench } from '../testing/fixtures.ts'
import { createGateway, type Gateway, type GatewayOptions } from './index.ts'

let bench: Workbench
let gateway: Gateway
let problems: string[]

function open(change: Partial<GatewayOptions> = {}): Gateway {
  return createGateway({
    registry: bench.registry,
    settings: { apiOrigin: null, note: '</script><b>' },
    https: false,
    report: (problem) => problems.push(problem),
    ...change,
  })
}

beforeEach(async () => {
  bench = await openWorkbench()
  problems = []
  await bench.release('shell', '1.0.0-s')
  await bench.release('ad', '1.0.0-a')
  gateway = open()
})
afterEach(async () => {
  gateway.close()
  await bench.remove()
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  gateway.app.request(`http://site.test${path}`, { headers, method })
const entry = '/r/ad/1.0.0-a/remoteEntry.js'

describe('/r: files of builds', () => {
  it('serves a file for good, with its type, for its own origin', async () => {
    const response = await get(entry)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'Accept-Encoding',
    })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    const body = Buffer.from(await response.arrayBuffer())
    expect(body).toEqual(await readFile(bench.stored(entry)))
    expect(response.headers.get('content-length')).toBe(String(body.length))
  })

  it.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
    ['identity', null, (body: Buffer) => body],
    ['br;q=0', null, (body: Buffer) => body],
  ])('answers Accept-Encoding %s with %s', async (header, encoding, decode) => {
    const response = await get(entry, { 'accept-encoding': header })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    const body = decode(Buffer.from(await response.arrayBuffer()))
    const hash = createHash('sha384').update(body).digest('base64')
    expect((await bench.registry.readRemoteRelease('ad', '1.0.0-a'))!.files['remoteEntry.js']!.sha384).toBe(hash)
  })

  it('sends a small file as it is, where a copy saves nothing', async () => {
    const response = await get('/r/ad/1.0.0-a/icon.svg', { 'accept-encoding': 'br' })
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect(await response.text()).toBe('<svg/>')
  })

  it('answers 304 to who has it, and HEAD without a body', async () => {
    const etag = (await get(entry)).headers.get('etag')!
    const fresh = await get(entry, { 'if-none-match': `"other", ${etag}` })
    expect(fresh.status).toBe(304)
    expect(fresh.headers.get('cache-control')).toContain('immutable')
    const head = await get(entry, {}, 'HEAD')
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
  })

  it.each([
    '/r/ad/1.0.0-a/missing.js',
    '/r/ad/9.9.9/remoteEntry.js',
    '/r/da/1.0.0-a/remoteEntry.js',
    '/r/ad/1.0.0-a/',
    '/r/ad/1.0.0-a',
    '/r/ad',
    '/r/',
    '/r/ad/1.0.0-a/remoteEntry.js.br',
    '/r/ad/1.0.0-a/..%2f..%2f..%2fch%2fstable%2fad.json',
    '/r/%2e%2e%2fch/stable/ad.json',
    '/r/ad/1.0.0-a/%00',
    '/r/ad/1.0.0-a/__proto__',
    '/r/ad/1.0.0-a/constructor',
  ])('answers 404 in JSON to %s, even to a navigation', async (path) => {
    const response = await get(path, { accept: 'text/html' })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(await response.json()).toMatchObject({ code: 'not_found' })
  })
})

describe('/registry/pointers', () => {
  it('gives every remote of the channel in the shape of the contract, as it was signed', async () => {
    const response = await get('/registry/pointers')
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
    const document = v.parse(v.strictObject(registryPointers.entries), await response.json())
    expect(Object.keys(document.remotes)).toEqual(['ad'])
    const { stable } = document.remotes.ad!
    expect(stable).toMatchObject({ unit: 'ad', build: '1.0.0-a', manifest: { federationName: 'ad_1_0_0_a' } })
    expect((await bench.registry.keys()).fault(stable)).toBeNull()
  })

  it('names the revision that pages have to follow at once', async () => {
    await bench.release('ad', '1.0.0-b')
    await rollback(bench.registry, { unit: 'ad', channel: 'stable', who: 'ren', reason: 'blank list', now: true })
    await gateway.gatewayReady()
    const document = v.parse(registryPointers, await (await get('/registry/pointers')).json())
    expect(document.remotes.ad).toMatchObject({ rev: 3, now: 3, stable: { build: '1.0.0-a' }, bad: ['1.0.0-b'] })
  })

  it('answers 304 until a pointer moves, compressed or not', async () => {
    const first = await get('/registry/pointers', { 'accept-encoding': 'br' })
    expect(first.headers.get('content-encoding')).toBe('br')
    const etag = first.headers.get('etag')!
    expect((await get('/registry/pointers', { 'if-none-match': etag })).status).toBe(304)
    await bench.release('ad', '1.0.0-b')
    await gateway.gatewayReady()
    const next = await get('/registry/pointers', { 'if-none-match': etag })
    expect(next.status).toBe(200)
    const document = v.parse(registryPointers, await next.json())
    expect(document.remotes.ad).toMatchObject({ rev: 2, stable: { build: '1.0.0-b' }, canary: null, lastKnownGood: ['1.0.0-a'], bad: [] })
  })

  it('offers no bad build and at most two ways back', async () => {
    for (const build of ['1.0.0-b', '1.0.0-c', '1.0.0-d', '1.0.0-e']) await bench.release('ad', build)
    await rollback(bench.registry, { unit: 'ad', channel: 'stable', who: 'ren', reason: 'blank list' })
    // Marked as bad by something other than a rollback of this build.
    const { pointer, etag } = (await bench.registry.readPointer('stable', 'ad'))!
    expect(pointer.lastKnownGood).toEqual(['1.0.0-c', '1.0.0-b', '1.0.0-a'])
    const marked = { ...pointer, rev: pointer.rev + 1, bad: [...pointer.bad, '1.0.0-c'] }
    await bench.registry.storage.compareAndSwap(layout.pointer('stable', 'ad'), jsonBytes(marked), etag)
    await gateway.gatewayReady()
    const { ad } = v.parse(registryPointers, await (await get('/registry/pointers')).json()).remotes
    expect(ad!.stable.build).toBe('1.0.0-d')
    expect(ad!.lastKnownGood).toEqual(['1.0.0-b', '1.0.0-a'])
  })

  it('answers 404 in JSON beside it', async () => {
    expect((await get('/registry/other', { accept: 'text/html' })).status).toBe(404)
  })
})

describe('a canary', () => {
  const accountOf = async (cookies: string) => Number(/me=(\d+)/u.exec(cookies)?.[1]) || null
  beforeEach(async () => {
    await bench.publish('ad', await bench.writeRemote('ad', '1.1.0-b'))
    const trial = { percent: 12.5, accounts: [4711, 4712] }
    await promote(bench.registry, { unit: 'ad', build: '1.1.0-b', channel: 'stable', who: 'test', why: null, canary: trial })
    // The salt is random, so an account outside the share has to be looked for.
    const { canary } = (await bench.registry.readPointer('stable', 'ad'))!.pointer
    outsider = 1
    while (isInCanary(canary!, outsider)) outsider++
    gateway.close()
    gateway = open({ readAccount: accountOf })
  })
  let outsider: number
  const told = async (cookie?: string) => {
    const headers: Record<string, string> = cookie === undefined ? {} : { cookie }
    const response = await get('/registry/pointers', headers)
    const page = await (await get('/ad/campaign', { ...headers, accept: 'text/html' })).text()
    const inlined = /<script type="application\/json" id="registry-pointers" data-etag="([^"]*)">(.*?)<\/script>/.exec(page)!
    const text = await response.text()
    // The page and the endpoint agree, and carry the same ETag.
    expect(inlined[2]).toBe(text)
    expect(inlined[1]!.replaceAll('&quot;', '"')).toBe(response.headers.get('etag'))
    return { text, etag: response.headers.get('etag')!, document: v.parse(registryPointers, JSON.parse(text)) }
  }

  it('is told to who tries it, as something of their own, and to nobody else', async () => {
    const nobody = await told()
    const other = await told(`me=${outsider}`)
    const member = await told('me=4711')
    const colleague = await told('me=4712')
    const { salt } = (await bench.registry.readPointer('stable', 'ad'))!.pointer.canary!
    for (const { text } of [nobody, other, member, colleague]) {
      // Timestamps, signatures and the names of keys may contain any digits.
      const said = text.replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"|"[\w+/=-]{16,}"/gu, '""')
      expect(said).toContain('"1.0.0-a"')
      for (const secret of ['4711', '4712', '12.5']) expect(said).not.toContain(secret)
      expect(text).not.toContain(salt)
    }
    for (const { text } of [nobody, other]) expect(text).not.toContain('1.1.0-b')
    expect(other.etag).toBe(nobody.etag)
    expect(colleague.etag).toBe(member.etag)
    expect(member.etag).not.toBe(nobody.etag)
    expect(pointersFor(member.document, 4711).remotes['ad']!.stable.build).toBe('1.1.0-b')
    expect(pointersFor(nobody.document, null).remotes['ad']!.stable.build).toBe('1.0.0-a')
    expect([nobody.document.by_account, member.document.by_account]).toEqual([true, true])
  })

  it('a kept answer is of use to the same audience alone', async () => {
    const { etag } = await told('me=4711')
    const again = (cookie: string) => get('/registry/pointers', { cookie, 'if-none-match': etag })
    expect((await again('me=4711')).status).toBe(304)
    expect((await again(`me=${outsider}`)).status).toBe(200)
    expect((await again(`me=${outsider}`)).headers.get('vary')).toContain('Cookie')
  })

  it('makes the site look up who asks, and only while it runs', async () => {
    gateway.close()
    let asked = 0
    const readAccount = async (cookies: string) => {
      asked += 1
      return accountOf(cookies)
    }
    gateway = open({ readAccount })
    await told('me=4711')
    expect(asked).toBe(2)
    await promote(bench.registry, { unit: 'ad', build: '1.1.0-b', channel: 'stable', who: 'test', why: null })
    gateway.close()
    gateway = open({ readAccount })
    await told('me=4711')
    expect(asked).toBe(2)
  })

  it('is nobody’s where it cannot be told who asks', async () => {
    gateway.close()
    gateway = open({ readAccount: () => Promise.reject(new Error('database')) })
    expect((await told('me=4711')).text).not.toContain('1.1.0-b')
  })
})

describe('pages', () => {
  const html = { accept: 'text/html,application/xhtml+xml' }

  it('gives the shell that runs, with a fresh nonce everywhere, its base, the pointers and the settings', async () => {
    const response = await get('/op/company', html)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
    const text = await response.text()
    const nonce = /style-src 'self' 'nonce-([\w-]{22})'/.exec(response.headers.get('content-security-policy')!)![1]!
    expect(text.split(nonce)).toHaveLength(3)
    expect(text).not.toMatch(/__NONCE__|__SHELL_BASE__|<!--[A-Z]+-->/)
    const hash = (await bench.registry.readShellRelease('1.0.0-s'))!.files['main.js']!.sha384
    expect(text).toContain(`src="/r/shell/1.0.0-s/main.js" integrity="sha384-${hash}" crossorigin="anonymous"`)
    const settings = /<script type="application\/json" id="site-settings">(.*?)<\/script>/.exec(text)![1]!
    expect(JSON.parse(settings)).toEqual({
      apiOrigin: null,
      note: '</script><b>',
      releaseKeys: (await bench.registry.keys()).publicKeys,
      keyUnits: {},
    })
    const pointers = /<script type="application\/json" id="registry-pointers"[^>]*>(.*?)<\/script>/.exec(text)![1]!
    expect(JSON.parse(pointers)).toEqual(await (await get('/registry/pointers')).json())
    const again = await get('/auth/login', html)
    expect(again.headers.get('content-security-policy')).not.toContain(nonce)
  })

  it('sends a browser to sign in first where the page needs a session, and nobody else', async () => {
    const asked: string[] = []
    gateway = open({
      signInAddress: async (request) => {
        asked.push(request.url)
        return request.headers.has('cookie') ? null : '/auth/login?to=x'
      },
    })
    for (const path of ['/', '/ad/campaign?page=2', '/ad/nowhere']) {
      const response = await get(path, html)
      expect([response.status, response.headers.get('location'), response.headers.get('cache-control')]).toEqual([
        302,
        '/auth/login?to=x',
        'no-store',
      ])
      expect((await get(path, { ...html, cookie: 'session=1' })).status).toBe(200)
      // A tool that looks whether the site is up.
      expect((await get(path)).status).toBe(200)
    }
    expect(new Set(asked)).toEqual(new Set(['/', '/ad/campaign?page=2', '/ad/nowhere'].map((path) => `http://site.test${path}`)))
    for (const path of ['/auth/login', '/invitation?token=x', '/reflection', '/tmp', '/nowhere', '/constructor'])
      expect((await get(path, html)).headers.get('location'), path).toBeNull()
  })

  it('serves the page where it cannot be known whether a browser is signed out', async () => {
    gateway = open({ signInAddress: () => Promise.reject(new Error('the database is away')) })
    expect((await get('/ad/campaign', { ...html, cookie: 'session=1' })).status).toBe(200)
  })

  it('preloads the entry of the area that the address names, pinned', async () => {
    const hash = (await bench.registry.readRemoteRelease('ad', '1.0.0-a'))!.files['remoteEntry.js']!.sha384
    const link = `<link rel="preload" as="script" crossorigin="anonymous" href="${entry}" integrity="sha384-${hash}">`
    expect(await (await get('/ad/campaign?page=2', html)).text()).toContain(link)
    expect(await (await get('/ad', html)).text()).toContain(link)
    for (const path of ['/', '/advertiser', '/md/ad_space', '/constructor'])
      expect(await (await get(path, html)).text()).not.toContain('rel="preload"')
  })

  it('preloads what every screen of the area needs, and on its lists what lists need, the latter last', async () => {
    const route = { title: { ja: '一覧', en: 'List' } }
    const routes = [
      { ...route, name: 'x.list', path: '/md/x', permission: 'x.list' },
      { ...route, name: 'x.read', path: '/md/x/:id', permission: 'x.read' },
    ]
    const preloads = { area: ['frame.js'], list: ['table.js', 'gone.js'] }
    const files = { 'frame.js': '1', 'table.js': '2' }
    await bench.publish('shell', await bench.writeShell('1.2.0-s', { manifest: { preloads }, files }))
    await promote(bench.registry, { unit: 'shell', build: '1.2.0-s', channel: 'stable', who: 'test', why: null })
    await bench.publish(
      'md',
      await bench.writeRemote('md', '1.0.0-m', { manifest: { routes, preload: ['area.js'] }, files: { 'area.js': '3' } }),
    )
    await promote(bench.registry, { unit: 'md', build: '1.0.0-m', channel: 'stable', who: 'test', why: null })
    gateway.close()
    gateway = open()
    const preloaded = async (path: string) => {
      const links = (await (await get(path, html)).text()).matchAll(
        /<link rel="preload" as="script" crossorigin="anonymous"([^>]*) href="\/r\/([^"]+)" integrity="sha384-([^"]{64})">/gu,
      )
      return [...links].map(([, hint, file]) => `${file}${hint}`)
    }
    const soon = ['shell/1.2.0-s/frame.js', 'md/1.0.0-m/remoteEntry.js', 'md/1.0.0-m/area.js']
    expect(await preloaded('/md/x/3')).toEqual(soon)
    expect(await preloaded('/md/x')).toEqual([...soon, 'shell/1.2.0-s/table.js fetchpriority="low"'])
    // A build from before preloads were declared.
    expect(await preloaded('/ad/campaign')).toEqual(['shell/1.2.0-s/frame.js', 'ad/1.0.0-a/remoteEntry.js'])
    expect(await preloaded('/')).toEqual([])
  })

  it("preloads the shell's own pages by the first segment of their paths, and nothing on pages that do not exist", async () => {
    const preloads = { area: ['frame.js'], list: [], pages: { '': ['home.js'], auth: ['login.css', 'login.js'] } }
    const files = { 'home.js': '1', 'login.js': '2', 'login.css': '3' }
    await bench.publish('shell', await bench.writeShell('1.3.0-s', { manifest: { preloads, pages: ['auth', 'tmp'] }, files }))
    await promote(bench.registry, { unit: 'shell', build: '1.3.0-s', channel: 'stable', who: 'test', why: null })
    gateway.close()
    gateway = open()
    const preloaded = async (path: string) =>
      [...(await (await get(path, html)).text()).matchAll(/<link rel="preload" as="(?:script|style)"[^>]*\/1\.3\.0-s\/([\w.]+)"/gu)].map(
        ([, file]) => file,
      )
    expect(await preloaded('/')).toEqual(['home.js'])
    expect(await preloaded('/auth/login?to=%2F')).toEqual(['login.css', 'login.js'])
    for (const path of ['/tmp', '/unknown', '/constructor']) expect(await preloaded(path), path).toEqual([])
    expect(await preloaded('/ad/campaign')).not.toContain('home.js')
  })

  it('preloads the scripts and styles of the screen at its address, pinned, and of no other screen', async () => {
    const route = { title: { ja: '画面', en: 'Screen' }, permission: 'x.read' }
    const routes = [
      { ...route, name: 'x.read', path: '/md/x/:id' },
      { ...route, name: 'x.create', path: '/md/x/create' },
      { ...route, name: 'constructor', path: '/md/x/:id/note' },
    ]
    const screens = { 'x.read': ['read.js', 'kit.css', 'gone.js'], 'x.create': ['create.js'] }
    const files = { 'read.js': '1', 'kit.css': '2', 'create.js': '3' }
    await bench.publish('md', await bench.writeRemote('md', '1.0.0-m', { manifest: { routes, screens }, files }))
    await promote(bench.registry, { unit: 'md', build: '1.0.0-m', channel: 'stable', who: 'test', why: null })
    gateway.close()
    gateway = open()
    const { files: pinned } = (await bench.registry.readRemoteRelease('md', '1.0.0-m'))!
    const links = async (path: string) => {
      const page = await get(path, html)
      expect(page.status, path).toBe(200)
      return (await page.text()).match(/<link rel="preload"[^>]*fetchpriority="low"[^>]*>/gu) ?? []
    }
    const link = (file: string, kind: string) =>
      `<link rel="preload" as="${kind}" crossorigin="anonymous" fetchpriority="low" href="/r/md/1.0.0-m/${file}" integrity="sha384-${pinned[file]!.sha384}">`
    expect(await links('/md/x/3')).toEqual([link('read.js', 'script'), link('kit.css', 'style')])
    expect(await links('/md/x/create?copy=3')).toEqual([link('create.js', 'script')])
    for (const path of ['/md/x/3/note', '/md/x', '/md', '/md/x/3/4/5', '/']) expect(await links(path)).toEqual([])
  })

  it('forbids what a page need not do', async () => {
    const { headers } = await get('/', html)
    expect(headers.get('content-security-policy')!.replace(/nonce-[\w-]+/, 'nonce-N')).toBe(
      "default-src 'self'; script-src 'self'; style-src 'self' 'nonce-N'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; " +
        "frame-src 'self' blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; report-uri /api/csp-reports",
    )
    // Chromium ignores report-uri beside report-to, and takes no endpoints on http.
    expect(headers.get('reporting-endpoints')).toBeNull()
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  it('allows a separate API host, and says https where that is so', async () => {
    gateway.close()
    gateway = open({ https: true, apiOrigin: 'https://api.site.test' })
    const { headers } = await get('/', html)
    expect(headers.get('content-security-policy')).toContain("connect-src 'self' https://api.site.test;")
    expect(headers.get('content-security-policy')).toMatch(/; report-uri https:\/\/api\.site\.test\/api\/csp-reports$/u)
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
  })

  it('on https it has violations reported through the Reporting API too', async () => {
    gateway.close()
    gateway = open({ https: true })
    const { headers } = await get('/', html)
    expect(headers.get('content-security-policy')).toMatch(/; report-uri \/api\/csp-reports; report-to csp$/u)
    expect(headers.get('reporting-endpoints')).toBe('csp="/api/csp-reports"')
  })

  it('allows a font provider’s two origins, and no others', async () => {
    gateway.close()
    gateway = open({ font: { stylesheet: 'https://fonts.test/css2?family=Roboto', filesOrigin: 'https://files.test' } })
    const response = await get('/', html)
    const policy = response.headers.get('content-security-policy')!
    expect(policy).toMatch(/style-src 'self' 'nonce-[\w-]+' https:\/\/fonts\.test;/)
    expect(policy).toContain("font-src 'self' https://files.test;")
    expect(policy.match(/https:/g)).toHaveLength(2)
    expect(await response.text()).toContain('"fontStylesheet":"https://fonts.test/css2?family=Roboto"')
  })

  it('carries no pointers where nobody has signed in yet', async () => {
    for (const path of ['/auth/login', '/auth/forgot/reset_password'])
      expect(await (await get(path, html)).text()).not.toContain('registry-pointers')
    for (const path of ['/', '/ad/campaign', '/authors']) expect(await (await get(path, html)).text()).toContain('registry-pointers')
  })

  it('leaves what the shell has pinned itself as it is', async () => {
    const own = '<script defer src="__SHELL_BASE__/other.js" integrity="sha384-own" crossorigin="anonymous"></script>'
    const files = { 'index.html': pageTemplate.replace('</head>', `${own}</head>`), 'other.js': '1' }
    await bench.publish('shell', await bench.writeShell('1.1.0-s', { files }))
    await promote(bench.registry, { unit: 'shell', build: '1.1.0-s', channel: 'stable', who: 'test', why: null })
    gateway.close()
    gateway = open()
    const text = await (await get('/', html)).text()
    expect(text).toContain('<script defer src="/r/shell/1.1.0-s/other.js" integrity="sha384-own" crossorigin="anonymous"></script>')
    expect(text).toMatch(/main\.js" integrity="sha384-[^"]{64}"/)
  })

  it('says which version of the pointers it carries, so that nobody reads them twice', async () => {
    const etag = (await get('/registry/pointers')).headers.get('etag')!
    expect(await (await get('/', html)).text()).toContain(`id="registry-pointers" data-etag="${etag.replaceAll('"', '&quot;')}"`)
  })

  describe('a development build', () => {
    const origin = 'http://127.0.0.1:9100'
    const readDevelopment = async (cookies: string) => (cookies === 'me=1' ? { area: 'ad', origin, until: 'later' } : null)
    const policyOf = (response: Response) => response.headers.get('content-security-policy')!

    it('is named, and let in by the policy, for the browser that runs it alone', async () => {
      gateway.close()
      gateway = open({ readDevelopment })
      const mine = await get('/ad/campaign', { ...html, cookie: 'me=1' })
      expect(mine.headers.get('cache-control')).toBe('no-store')
      expect(await mine.text()).toContain(`"development":{"area":"ad","origin":"${origin}","until":"later"}`)
      expect(policyOf(mine)).toContain(`script-src 'self' ${origin};`)
      expect(policyOf(mine)).toContain(`connect-src 'self' ${origin} ws://127.0.0.1:9100;`)
      expect(policyOf(mine)).not.toContain('unsafe')
      // What runs from sources is no release.
      expect(policyOf(mine)).not.toContain('report')
      for (const cookie of ['me=2', '']) {
        const other = await get('/ad/campaign', { ...html, cookie })
        expect(other.headers.get('cache-control')).toBe('private, no-cache')
        expect(await other.text()).not.toContain('development')
        expect(policyOf(other)).not.toContain('127.0.0.1')
      }
    })

    it.each([
      ['cannot be read', () => Promise.reject(new Error('down'))],
      ['hangs', () => new Promise<null>(() => undefined)],
    ])('is none, and the page comes, when it %s', async (_, read) => {
      gateway.close()
      gateway = open({ readDevelopment: read })
      const page = await get('/', { ...html, cookie: 'me=1' })
      expect(page.status).toBe(200)
      expect(policyOf(page)).toContain("script-src 'self';")
    })
  })

  it('has no preview frame unless a script is set', async () => {
    const response = await get('/preview-frame', html)
    expect(response.status).toBe(404)
    expect(await (await get('/', html)).text()).not.toContain('previewScript')
  })

  it('runs the preview script in a frame without an origin, and never in the page', async () => {
    gateway.close()
    gateway = open({ previewScript: 'https://ads.test/preview.js?a="<b>' })
    const page = await get('/', html)
    expect(page.headers.get('content-security-policy')).not.toContain('ads.test')
    const frame = await get('/preview-frame', html)
    expect(frame.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src https://ads.test; connect-src https://ads.test; img-src https://ads.test data:; " +
        "sandbox allow-scripts; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    )
    expect(frame.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await frame.text()).toContain('<script src="https://ads.test/preview.js?a=&quot;&lt;b>" defer></script>')
  })

  it('compresses', async () => {
    const response = await get('/', { ...html, 'accept-encoding': 'gzip' })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toContain('id="root"')
  })

  it.each([
    ['/', { accept: '*/*' }, 200],
    ['/ad/campaign', {}, 200],
    ['/main.js', { accept: '*/*' }, 404],
    ['/ad/campaign', { accept: '*/*', 'sec-fetch-dest': 'empty' }, 404],
    ['/favicon.ico', { accept: 'image/avif,*/*;q=0.8' }, 404],
    ['/ad/campaign', { accept: 'application/json' }, 404],
    ['/api/nothing', html, 404],
    ['/.env', html, 404],
    ['/.git/config', { accept: '*/*' }, 404],
  ])('answers %s %o with %i', async (path, headers, status) => {
    expect((await get(path, headers)).status).toBe(status)
  })

  it('answers with 404 what is no page of the shell that runs, programs without one', async () => {
    await bench.publish('shell', await bench.writeShell('1.1.0-s', { manifest: { pages: ['auth', 'information'] } }))
    await promote(bench.registry, { unit: 'shell', build: '1.1.0-s', channel: 'stable', who: 'test', why: null })
    await gateway.gatewayReady()
    const statuses = async (accept: string) =>
      Promise.all(
        ['/', '/auth/login', '/ad/campaign', '/metrics', '/actuator/health'].map(async (path) => (await get(path, { accept })).status),
      )
    expect(await statuses('*/*')).toEqual([200, 200, 200, 404, 404])
    expect(await statuses('text/html')).toEqual([200, 200, 200, 404, 404])
    expect((await get('/metrics', { accept: '*/*' })).headers.get('content-type')).toContain('json')
    expect(await (await get('/nowhere', html)).text()).toContain('id="root"')
  })

  it('answers no other method', async () => {
    expect((await get('/', html, 'POST')).status).toBe(404)
    expect((await get('/', html, 'HEAD')).status).toBe(200)
  })

  it('says so while no shell was promoted', async () => {
    gateway.close()
    gateway = open({ channel: 'next' })
    const response = await get('/', html)
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('release publish shell')
    expect(await gateway.gatewayReady()).toEqual({ ready: false, reason: 'No shell has been promoted on next', degraded: {} })
  })

  it('gives the next shell after its promote', async () => {
    await bench.release('shell', '1.1.0-s')
    await gateway.gatewayReady()
    expect(await (await get('/', html)).text()).toContain('/r/shell/1.1.0-s/main.js')
    // A page opened earlier still finds its files.
    expect((await get('/r/shell/1.0.0-s/main.js')).status).toBe(200)
    expect(problems).toEqual([])
  })
})
