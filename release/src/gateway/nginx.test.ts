import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { doctor } from '../actions/doctor.ts'
import { longScript, openWorkbench, type Workbench } from '../testing/fixtures.ts'
import { serveApp, type Served } from '../testing/serve.ts'
import { createGateway, type Gateway } from './index.ts'

const configuration = join(import.meta.dirname, '../../../docs/operations/nginx.conf')

function findNginx(): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']
  const found = folders.map((folder) => join(folder, 'nginx')).find((place) => existsSync(place))
  if (found === undefined)
    throw new Error('There is no nginx on this machine: install it (Debian: nginx-light), or run npm test, which tries to')
  return found
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

/** docs/operations/nginx.conf with only address, certificate and paths replaced. */
async function configured(place: string, registry: string, site: string, port: number): Promise<string> {
  const written = await readFile(configuration, 'utf8')
  const adapted = written
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll(/\n\s*ssl_certificate.*;/g, '')
    .replace('/srv/adsite/registry', registry)
    .replace('127.0.0.1:8080', site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${place}/${name};`).join('\n')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `${user} daemon off; master_process off; pid ${place}/pid; error_log ${place}/error.log;
events {}
http { access_log off; ${temporary}
${adapted} }`
}

describe('nginx with docs/operations/nginx.conf', () => {
  let bench: Workbench
  let gateway: Gateway
  let site: Served
  let nginx: ChildProcess
  let url: string

  beforeAll(async () => {
    const program = findNginx()
    bench = await openWorkbench()
    await bench.release('shell', '1.0.0-s')
    await bench.publish(
      'ad',
      await bench.writeRemote('ad', '1.0.0-a', {
        files: {
          'big.woff2': 'w'.repeat(2000),
          'data.txt': 'text'.repeat(500),
          'list.aaaaaaaa.js': longScript('1.0.0-a'),
          'plain.js': longScript('1.0.0-a'),
        },
      }),
    )
    await bench.release('ad', '1.0.0-b')
    await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-d', { files: { 'list.bbbbbbbb.js': longScript('1.0.0-d') } }))
    gateway = createGateway({ registry: bench.registry, settings: {}, https: false, report: () => undefined })
    site = await serveApp(gateway.app)
    const place = join(bench.directory, 'nginx')
    await mkdir(place)
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    await writeFile(join(place, 'nginx.conf'), await configured(place, bench.stored(), `127.0.0.1:${site.port}`, port))
    nginx = spawn(program, ['-c', join(place, 'nginx.conf'), '-e', join(place, 'error.log')], { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    nginx.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()))
    for (let attempt = 0; attempt < 100; attempt++) {
      if (await fetch(url).catch(() => null)) return
      if (nginx.exitCode !== null) throw new Error(`nginx ended: ${said}`)
      await sleep(50)
    }
    throw new Error(`nginx does not answer: ${said}`)
  })
  afterAll(async () => {
    if (nginx?.exitCode === null) {
      const ended = new Promise((resolve) => nginx.once('exit', resolve))
      nginx.kill('SIGTERM')
      await ended
    }
    gateway?.close()
    await site?.close()
    await bench?.remove()
  })

  it('serves every file of every build as it was released, in every encoding', async () => {
    for (const build of ['1.0.0-a', '1.0.0-b']) {
      const [found] = await doctor(bench.registry, { channel: 'stable', unit: 'ad', build, site: url })
      expect(found!.faults).toEqual([])
    }
    expect((await doctor(bench.registry, { channel: 'stable', unit: 'shell', site: url })).flatMap(({ faults }) => faults)).toEqual([])
  })

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['gzip, br;q=1.0', 'br'],
    ['identity', null],
  ])('sends the copy that Accept-Encoding %s asks for: %s', async (accepted, encoding) => {
    const { headers } = await fetch(`${url}/r/ad/1.0.0-b/remoteEntry.js`, { headers: { 'accept-encoding': accepted } })
    expect(headers.get('content-encoding')).toBe(encoding)
    expect(headers.get('vary')).toContain('Accept-Encoding')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    // nginx's ETag format, so the file did not come from the site.
    expect(headers.get('etag')).toMatch(/^"[0-9a-f]+-[0-9a-f]+"$/)
  })

  it('offers the same dictionaries as the site, and leaves what differs to it', async () => {
    const [old, next] = ['/r/ad/1.0.0-a/list.aaaaaaaa.js', '/r/ad/1.0.0-d/list.bbbbbbbb.js']
    const headers = { 'accept-encoding': 'br, dcz' }
    for (const path of [old, '/r/ad/1.0.0-a/plain.js', '/r/ad/1.0.0-a/release.json']) {
      const [direct, ofSite] = [await fetch(url + path, { headers }), await gateway.app.request(`http://site.test${path}`, { headers })]
      expect(direct.headers.get('use-as-dictionary')).toBe(ofSite.headers.get('use-as-dictionary'))
      expect(direct.headers.get('use-as-dictionary')).toContain('match="/r/ad/*/')
      expect(direct.headers.get('vary')).toBe(ofSite.headers.get('vary'))
    }
    const hash = createHash('sha256').update(longScript('1.0.0-a')).digest('base64')
    const having = { ...headers, 'available-dictionary': `:${hash}:`, 'dictionary-id': '"1.0.0-a/list.aaaaaaaa.js"' }
    const { status, headers: answered } = await fetch(url + next, { headers: having })
    expect([status, answered.get('content-encoding'), Number(answered.get('content-length')) < 200]).toEqual([200, 'dcz', true])
    const image = await fetch(`${url}/r/ad/1.0.0-a/big.woff2`, { headers: having })
    expect([image.status, image.headers.get('use-as-dictionary')]).toEqual([200, null])
  })

  it.each([
    '/r/ad/1.0.0-b/missing.js',
    '/r/ad/9.9.9/remoteEntry.js',
    '/r/../ch/stable/ad.json',
    '/ch/stable/ad.json',
    '/registry/other',
    '/r/ad/',
  ])('answers 404 to %s, and does not keep it', async (path) => {
    const answer = await fetch(`${url}${path}`, { headers: { accept: 'application/json' } })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('asks the site for pages and pointers, and tells of a release at once', async () => {
    const page = await fetch(`${url}/ad/campaign`, { headers: { accept: 'text/html' } })
    expect(page.headers.get('cache-control')).toBe('private, no-cache')
    const pointers = await fetch(`${url}/registry/pointers`)
    const etag = pointers.headers.get('etag')!
    expect((await fetch(`${url}/registry/pointers`, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const events = await fetch(`${url}/registry/events`)
    const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toContain('"ad":1')
    await bench.release('ad', '1.0.0-c')
    expect((await reader.read()).value).toContain('"ad":2')
    await reader.cancel()
    expect((await fetch(`${url}/registry/pointers`, { headers: { 'if-none-match': etag } })).status).toBe(200)
  })
})
