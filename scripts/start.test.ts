import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const start = join(import.meta.dirname, 'start.mjs')

/** What `npm start` says of its settings; it ends before anything is installed. */
async function said(environment: Readonly<Record<string, string>>): Promise<{ code: number; errors: string }> {
  const { METRICS_PORT: _, ...inherited } = process.env
  const child = spawn(process.execPath, [start], { env: { ...inherited, ...environment }, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const [code] = await once(child, 'close')
  return { code: Number(code), errors: errors.trim() }
}

test.for(['PORT', 'METRICS_PORT'] as const)('a %s that is none is told in one sentence', async (name) => {
  for (const wrong of ['0', '65536', '80a', '1.5']) {
    const expected = { code: 1, errors: `${name} is "${wrong}": give a number from 1 to 65535.` }
    expect(await said({ PORT: '65535', [name]: wrong })).toEqual(expected)
  }
})

test('a port that is taken is told with the way to another one, before anything is built', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { code, errors } = await said({ PORT: String(port) })
  other.close()
  expect(code).toBe(1)
  expect(errors).toBe(`Port ${port} is taken: stop what uses it, or choose another with PORT=${port + 1} npm start.`)
})

test('an address that this machine does not have is told as the setting that names it', async () => {
  const { code, errors } = await said({ PORT: '65535', HOST: '192.0.2.7' })
  expect([code, errors]).toEqual([1, 'HOST is "192.0.2.7", which is no address of this machine: leave it out to listen on 127.0.0.1.'])
})
