import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { deflateSync, crc32, gzipSync } from 'node:zlib'
import { endpoints, type Endpoint } from '@adsite/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { filesIn } from '../testing/files.ts'

const { company, creative, delivery } = endpoints
let api: TestApi
let admin: TestClient
let other: TestClient

/** The processes that this process has started, of which those of jobs can be stopped for a while. */
const children = new Set<ChildProcess>()
let areStopped = false
function stopJob(child: ChildProcess): void {
  if (child.spawnargs.some((argument) => argument.includes('serve-jobs'))) child.kill(areStopped ? 'SIGSTOP' : 'SIGCONT')
}
function started(message: unknown): void {
  const { process: child } = message as { process: ChildProcess }
  children.add(child)
  child.once('spawn', () => areStopped && stopJob(child))
  child.once('exit', () => children.delete(child))
}
function stopJobs(stopped: boolean): void {
  areStopped = stopped
  children.forEach(stopJob)
}

beforeAll(async () => {
  subscribe('child_process', started)
  api = await startTestApi({ ownProcesses: true })
  admin = await api.signIn('admin')
  other = await api.signIn('advertiser', 'b')
})
afterAll(async () => {
  await api.close()
  unsubscribe('child_process', started)
})

interface Answered {
  readonly status: number
  readonly body: { readonly message?: string; readonly errors?: Readonly<Record<string, readonly string[]>> }
}

/** Calls again while the machine is too busy and the call is turned away. */
const patiently = (call: () => Promise<Response>): Promise<Response> =>
  vi.waitFor(async () => {
    const response = await call()
    expect(response.status).not.toBe(503)
    return response
  }, 60_000)

async function send(endpoint: Endpoint, body: unknown, more: object = {}, client = admin): Promise<Answered> {
  const type = endpoint.upload![0]!
  const response = await patiently(() => client.call(endpoint, { body, headers: { 'Content-Type': type }, ...more }))
  return { status: response.status, body: (await response.json()) as Answered['body'] }
}

/**
 * Another user is answered while files are handed in, and no file is: while the job processes stand still, nothing of a file can be
 * read, unless this process reads it, which is what nobody should have to wait for.
 */
async function expectNoWaiting(files: readonly Promise<Answered>[]): Promise<void> {
  const answered = vi.fn<() => void>()
  for (const file of files) void file.then(answered)
  try {
    await expect.poll(() => filesIn(api.spool)).not.toEqual([])
    for (let time = 0; time < 5; time += 1) expect((await patiently(() => other.call(endpoints.session.me))).status).toBe(200)
    expect(answered).not.toHaveBeenCalled()
  } finally {
    stopJobs(false)
  }
}

const statesOf = async () =>
  (
    await api.pool.query<{ state: string }>(
      `select state from pg_stat_activity where datname = current_database() and xact_start is not null`,
    )
  ).rows

describe('files of records', () => {
  test.for([
    ['1 MB of line ends', '\n'.repeat(1_000_000), '5,000行'],
    ['9.9 MB of line ends', '\n'.repeat(9_900_000), '5,000行'],
    ['9.9 MB of lines', 'a,b\n'.repeat(2_475_000), '5,000行'],
    ['a quote that is never closed', `name\n"${'a,b\n'.repeat(2_400_000)}`, '引用符の閉じ忘れ'],
    ['one line of 9.9 MB', `name\n${'x'.repeat(9_900_000)}`, `1,000,000文字`],
    ['100,000 columns', `${'a,'.repeat(100_000)}\n`, '200列'],
    ['zeros', '\0'.repeat(9_900_000), '文字コード'],
    ['what is no Shift_JIS', Buffer.alloc(9_900_000, 0xff), '文字コード'],
  ] as const)('%s: refused, and nobody else waits', async ([, content, words]) => {
    stopJobs(true)
    const files = Array.from({ length: 4 }, () => send(company.import, content))
    await expectNoWaiting(files)
    for (const { status, body } of await Promise.all(files)) {
      expect(status).toBe(422)
      expect(body.errors!['file']![0]).toContain(words)
    }
  })
})

describe('images', () => {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(head))
    return Buffer.concat([length, head, sum])
  }
  /** Declares its pixels in the header but contains none. */
  function hollowPng(width: number, height: number): Buffer {
    const head = Buffer.alloc(13)
    head.writeUInt32BE(width, 0)
    head.writeUInt32BE(height, 4)
    head.set([8, 2], 8)
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(1))), chunk('IEND', Buffer.alloc(0))])
  }

  test('of the wrong size are refused by their header, before a pixel is decoded', async () => {
    const { a } = api.fixtures
    const body = {
      name: '大きすぎる',
      creative_group_id: a.creativeGroup,
      format_id: api.fixtures.format,
      landing_url: 'https://lp.example/',
    }
    const created = await patiently(() => admin.call(creative.create, { body }))
    const params = { id: ((await created.json()) as { data: { id: number } }).data.id }
    const image = (width: number, height: number) =>
      send(creative.upload, hollowPng(width, height), { params, query: { name: 'x.png' }, headers: { 'Content-Type': 'image/png' } })
    stopJobs(true)
    const files = Array.from({ length: 20 }, () => image(6300, 6300))
    await expectNoWaiting(files)
    for (const { status, body } of await Promise.all(files)) {
      expect(status).toBe(422)
      expect(body.errors!['file']![0]).toContain('この画像は6300×6300px')
    }
    // The size that the format expects, so the pixels are decoded.
    expect((await image(300, 250)).body.errors!['file']).toEqual(['ファイルが壊れているか、読み取れません。'])
  })
})

describe('delivery files', () => {
  const query = () => ({ source: 'hostile', advertiser_account_id: String(api.fixtures.a.accounts.advertiser) })
  const header = 'day,campaign,imps,gross\n'

  test('with more lines that cannot be taken than anybody reads: nothing is taken', async () => {
    const content = gzipSync(header + 'x\n'.repeat(5_000_000))
    expect(content.length).toBeLessThan(20_000)
    const { status, body } = await send(delivery.import, content, { query: query(), headers: { 'Content-Type': 'application/gzip' } })
    expect(status).toBe(422)
    expect(body.errors!['file']![0]).toContain('取り込めない行が100,000行を超えた')
  })

  test('with millions of empty lines, and those that unpack to a gigabyte', async () => {
    const headers = { 'Content-Type': 'application/gzip' }
    const empty = await send(delivery.import, gzipSync(`${header}${'\n'.repeat(5_100_000)}`), { query: query(), headers })
    expect([empty.status, empty.body.errors!['file']![0]]).toEqual([422, expect.stringContaining('空行も含めて5,000,000行')])
  })

  test('that never arrive hold no connection, and are given up', async () => {
    const token = { 'X-XSRF-TOKEN': admin.cookies.get('XSRF-TOKEN')!, Origin: 'http://site.test', 'Content-Type': 'text/csv' }
    const path = `${delivery.import.path}?${new URLSearchParams(query()).toString()}`
    const stalled = () => {
      const body = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from(header)) })
      return admin.request(path, { method: 'POST', headers: token, body, duplex: 'half' } as RequestInit)
    }
    const open = Array.from({ length: 24 }, () => patiently(stalled))
    await expect.poll(async () => (await filesIn(api.spool)).length).toBeGreaterThan(10)
    expect((await patiently(() => other.call(endpoints.session.me))).status).toBe(200)
    // Only this statement itself, long before the files are given up.
    await expect.poll(statesOf).toEqual([{ state: 'active' }])
    const answers = await Promise.all(open.map(async (answer) => (await answer).status))
    expect(answers.toSorted()).toEqual([...Array.from({ length: 20 }, () => 408), ...Array.from({ length: 4 }, () => 429)])
    await expect.poll(() => filesIn(api.spool)).toEqual([])
  })
})
