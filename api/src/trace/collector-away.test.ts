import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { endpoints } from '@adsite/contract'
import { expect, test, vi } from 'vitest'
import { startTestApi } from '../testing/api.ts'
import { startTracing } from './start-tracing.ts'

const run = promisify(execFile)

test('a collector that takes spans and never answers holds nobody up, not even the end', async () => {
  const held: ServerResponse[] = []
  const silent = createServer((_, response) => void held.push(response)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(silent.address() as AddressInfo).port}`)
  const endTracing = await startTracing('adsite-test', { share: 1 })
  const api = await startTestApi()
  const admin = await api.signIn('admin')
  await vi.waitFor(() => expect(held.length).toBeGreaterThan(0), 60_000)
  const statuses = new Set<number>()
  for (let turn = 0; turn < 20; turn++) statuses.add((await admin.call(endpoints.company.list)).status)
  expect([...statuses]).toEqual([200])
  await endTracing()
  expect(held.every(({ writableEnded }) => !writableEnded)).toBe(true)
  await api.close()
  silent.closeAllConnections()
  silent.close()
  vi.unstubAllEnvs()
})

test('the SDK is loaded for a collector alone', async () => {
  const program = `
    const { registerHooks } = await import('node:module')
    const loaded = []
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
    const ofSdk = () => loaded.filter((url) => /opentelemetry.(sdk-trace|exporter|core|otlp|resources)/u.test(url)).length
    const { startTracing } = await import(${JSON.stringify(join(import.meta.dirname, '../index.ts'))})
    await startTracing('adsite-test', undefined)
    const without = ofSdk()
    await startTracing('adsite-test', { share: 1 })
    console.log(without, ofSdk() > 0)
    process.exit(0)`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { env: { PATH: process.env['PATH'] } })
  expect(stdout).toBe('0 true\n')
})
