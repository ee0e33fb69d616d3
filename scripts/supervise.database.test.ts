import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort, isAlive } from '@adsite/api/testing'
import { openWorkbench, type Workbench } from '@adsite/release/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { supervise } from './supervise.mjs'

const patience = { timeout: 60_000, interval: 200 }

let bench: Workbench
let dataDir: string
let url: string
let child: ChildProcess
let starts = 0
let ending = false
let ended: Promise<number>

/** The site as `npm start` runs it, on an embedded database. */
beforeAll(async () => {
  ;[bench, dataDir] = await Promise.all([openWorkbench(), mkdtemp(join(tmpdir(), 'adsite-supervised-'))])
  await bench.release('shell', '1.0.0-s')
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    REGISTRY: bench.stored(),
  }
  const start = () => {
    starts += 1
    child = spawn(process.execPath, [join(import.meta.dirname, 'site.ts')], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    return child
  }
  ended = supervise(start, { isEnding: () => ending, say: () => {} })
  await ready()
})
afterAll(async () => {
  ending = true
  child.kill('SIGTERM')
  await ended
  await bench.remove()
  await rm(dataDir, { recursive: true, force: true })
})

const ready = () => vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), patience)
const gone = (pid: number) => vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 60_000, interval: 50 })
const database = async () => Number((await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0])

test('a site that is killed comes back by itself, on the database that ran on', async () => {
  const [before, server] = [child.pid!, await database()]
  process.kill(before, 'SIGKILL')
  await gone(before)
  await ready()
  expect(child.pid).not.toBe(before)
  expect(await database()).toBe(server)
})

test('a database that is killed comes back too, under the same site', async () => {
  const [site, before] = [child.pid!, await database()]
  process.kill(before, 'SIGKILL')
  await gone(before)
  await ready()
  expect(await database()).not.toBe(before)
  expect(child.pid).toBe(site)
})

test('both at once', async () => {
  const [site, server] = [child.pid!, await database()]
  process.kill(server, 'SIGKILL')
  process.kill(site, 'SIGKILL')
  await Promise.all([gone(site), gone(server)])
  await ready()
  expect(starts).toBe(3)
})

test('a site that never came up is not tried again, and says how it ended', async () => {
  let tried = 0
  const failing = () => {
    tried += 1
    return spawn(process.execPath, ['-e', 'process.exit(7)'], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  }
  expect([await supervise(failing, { isEnding: () => false, say: () => {} }), tried]).toEqual([7, 1])
})

test.each([
  ['its database starts', (place: string) => existsSync(join(place, 'postgres', 'cluster', 'postmaster.pid'))],
  ['it fills its database', (_: string, said: string) => said.includes('PostgreSQL in')],
])('a site that is told to end while %s leaves nothing running, and no error', async (_, reached) => {
  const place = await mkdtemp(join(tmpdir(), 'adsite-ended-'))
  const env = { ...process.env, PORT: String(await freePort()), DATA_DIR: place, REGISTRY: bench.stored() }
  const site = spawn(process.execPath, [join(import.meta.dirname, 'site.ts')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [exit, errors] = [once(site, 'exit'), text(site.stderr)]
  let said = ''
  site.stdout.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
  await vi.waitFor(() => expect(reached(place, said)).toBe(true), { timeout: 60_000, interval: 10 })
  site.kill('SIGTERM')
  expect([(await exit)[0], await errors]).toEqual([0, ''])
  expect(said).toMatch(/Ending …\n$/u)
  expect(existsSync(join(place, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false)
  await rm(place, { recursive: true, force: true })
})
