import { required } from '@adsite/contract'
import { portOf } from '../base/port-of.ts'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { Agent, createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { percentiles, type Figure } from '../base/figure.ts'
import type { BuiltSite } from './built-site.ts'
import type { Signed } from './pages-bench.ts'
import { settled, until } from './visit.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const title = '企業一覧'
const path = '/op/company'

interface OtherBuild {
  readonly build: string
  readonly directory: string
}

/** The build of the op area with another id and another title of its list. */
async function otherBuild(): Promise<OtherBuild> {
  const directory = await mkdtemp(join(tmpdir(), 'adsite-other-'))
  await cp(join(root, 'remote-op', 'dist'), directory, { recursive: true })
  const manifest: { build: string; federationName: string } = JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8'))
  for (const file of (await readdir(directory)).filter((name) => /\.(?:js|json)$/u.test(name))) {
    const text = await readFile(join(directory, file), 'utf8')
    const renamed = text
      .replaceAll(manifest.federationName, `${manifest.federationName}_b`)
      .replaceAll(manifest.build, `${manifest.build}-b`)
    await writeFile(join(directory, file), renamed.replaceAll(title, `${title} B`))
  }
  return { build: `${manifest.build}-b`, directory }
}

/** Navigates within the page, as a link does. */
const go = (page: Page, to: string) =>
  page.evaluate((address) => {
    window.history.pushState({}, '', address)
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, to)

/** Enters the area repeatedly, as users do, until this title appears; returns when (ms since the epoch). */
async function untilRuns(page: Page, wanted: string): Promise<number> {
  for (;;) {
    await go(page, '/')
    await until(page, '/', () => document.querySelector('main tr[data-chosen]') === null)
    await go(page, path)
    await until(page, path, () => document.querySelector('main tr[data-chosen]') !== null)
    const shown = await page.evaluate(
      () => [document.querySelector('main nav')?.textContent ?? '', performance.timeOrigin + performance.now()] as const,
    )
    if (shown[0].includes(`${title} B`) === (wanted === `${title} B`)) return shown[1]
  }
}

/** Kilobytes of the op area's files that its list reads in a new page. */
async function kilobytesOfArea(context: BrowserContext): Promise<number> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const own = new Set<string>()
  let bytes = 0
  session.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => url.includes('/r/op/') && own.add(requestId))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (own.has(requestId)) bytes += encodedDataLength
  })
  await session.send('Network.enable')
  await page.goto(path)
  await until(page, path, () => document.querySelector('main tr[data-chosen]') !== null)
  await wait(settled)
  await page.close()
  return bytes / 1000
}

/** What the area costs a browser that has the build before, beside a browser that has nothing. */
async function measureBytes(context: BrowserContext, site: BuiltSite, build: string): Promise<Figure> {
  const whole = await kilobytesOfArea(context)
  await site.release('promote', 'op', build)
  const changed = await kilobytesOfArea(context)
  await site.release('rollback', 'op', '--from', build, '--reason', 'bench')
  const beside = { what: 'with an empty cache', value: whole }
  return { name: 'bytes of an area after a release of one text', unit: 'kB', ours: changed, beside }
}

/** Promotes and rolls back the op area: what that costs a browser, and how long ten open pages take. */
export async function measureSwaps(browser: Browser, { url, state }: Signed, site: BuiltSite, runs: number): Promise<Figure[]> {
  const other = await otherBuild()
  const context = await browser.newContext({ baseURL: url, locale: 'ja-JP', storageState: state })
  try {
    await site.release('publish', 'op', '--from', other.directory)
    const bytes = await measureBytes(context, site, other.build)
    const pages: Page[] = []
    for (let index = 0; index < 10; index += 1) {
      const page = await context.newPage()
      await page.goto(path)
      await until(page, path, () => document.querySelector('main tr[data-chosen]') !== null)
      pages.push(page)
    }
    /** Milliseconds from the end of a command until the first and the last page run the build. */
    const swapped = async (wanted: string, ...args: string[]) => {
      await site.release(...args)
      const ended = Date.now()
      const times = await Promise.all(pages.map((page) => untilRuns(page, wanted)))
      return { first: Math.min(...times) - ended, last: Math.max(...times) - ended }
    }
    const promoted: number[] = []
    const rolledBack: number[] = []
    for (let run = 0; run < runs; run += 1) {
      promoted.push((await swapped(`${title} B`, 'promote', 'op', other.build)).first)
      rolledBack.push((await swapped(title, 'rollback', 'op', '--from', other.build, '--reason', 'bench')).last)
    }
    const figure = (name: string, values: readonly number[]): Figure => {
      const { p50, p95 } = percentiles(values)
      return { name, unit: 'ms', ours: p50, p95, target: { text: '≤ 5,000', met: p95 <= 5000 } }
    }
    return [
      bytes,
      figure('end of promote to the new build on show, first of ten pages', promoted),
      figure('end of rollback to the old build on show, last of ten pages', rolledBack),
    ]
  } finally {
    await context.close()
    await rm(other.directory, { recursive: true, force: true })
  }
}

/** Requests per second of a port, fifty concurrently over kept connections. */
async function readsPerSecond(port: number, address: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      request({ agent, host: '127.0.0.1', port, path: address, headers }, (response) => {
        response.resume().on('end', resolve)
      })
        .on('error', reject)
        .end()
    })
  const end = performance.now() + 3000
  let answered = 0
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      while (performance.now() < end) {
        await ask()
        answered += 1
      }
    }),
  )
  agent.destroy()
  return answered / 3
}

/** Reads the pointers from one process, beside a bare Node server that answers the same bytes. */
export async function measurePointers({ port }: BuiltSite): Promise<Figure[]> {
  const address = '/registry/pointers'
  const answer = await fetch(`http://127.0.0.1:${port}${address}`)
  const etag = required(answer.headers.get('etag'), 'the ETag of the pointers')
  const body = Buffer.from(await answer.arrayBuffer())
  const bare = createServer((_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(body)).listen(
    0,
    '127.0.0.1',
  )
  await once(bare, 'listening')
  const besides = await readsPerSecond(portOf(bare), '/', {})
  bare.close()
  const whole = await readsPerSecond(port, address, { 'Accept-Encoding': 'br' })
  const unchanged = await readsPerSecond(port, address, { 'If-None-Match': etag })
  const beside = { what: 'bare Node server, same bytes, uncompressed', value: besides }
  return [
    { name: 'pointer reads, whole answer', unit: 'requests/s', ours: whole, beside },
    { name: 'pointer reads, unchanged (304)', unit: 'requests/s', ours: unchanged, beside },
  ]
}

/** Size of each area's compressed entry, which is loaded before any of its screens. */
export async function measureEntries(): Promise<Figure[]> {
  const { brotliCompressSync } = await import('node:zlib')
  const folders = (await readdir(root)).filter((folder) => folder.startsWith('remote-'))
  return Promise.all(
    folders.map(async (folder): Promise<Figure> => {
      const file = join(root, folder, 'dist', 'remoteEntry.js')
      await stat(file)
      const kilobytes = brotliCompressSync(await readFile(file)).length / 1000
      return { name: `entry of ${folder}`, unit: 'kB', ours: kilobytes, target: { text: '≤ 3', met: kilobytes <= 3 } }
    }),
  )
}
