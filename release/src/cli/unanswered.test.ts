import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { doctor } from '../actions/doctor.ts'
import { askSite } from '../error/ask-site.ts'
import { refusalOf } from '../testing/moves.ts'
import { openWorkbench, type Workbench } from '../testing/fixtures.ts'
import { createProgram } from './create-program.ts'

let bench: Workbench
/** An address at which nobody listens. */
let nobody: string

beforeEach(async () => {
  bench = await openWorkbench()
  await bench.release('ad', '1.0.0-a')
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  nobody = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise((closed) => server.close(closed))
  vi.stubEnv('DATA_DIR', bench.directory)
  vi.stubEnv('RELEASE_TOKEN', 'x')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await bench.remove()
})

const run = (...words: string[]) => refusalOf(createProgram().parseAsync(words, { from: 'user' }))

describe('a site that does not answer', () => {
  it.each([
    ['preview', ['preview', 'ad', '1.0.0-a', '--site']],
    ['doctor', ['doctor', 'ad', '--site']],
    ['status', ['status', '--metrics']],
    ['a verb over the network', ['status', 'ad', '--registry']],
  ])('is named by %s, with the cause and what to do', async (_, words) => {
    const { code, why, advice } = await run(...words, nobody)
    expect({ code, why }).toEqual({ code: 'site_failed', why: expect.stringContaining(`${nobody} does not answer (connect ECONNREFUSED`) })
    expect(advice).toMatch(/address/u)
  })

  it('is told with the cause of each address that its name has', async () => {
    const cause = new AggregateError([new Error('connect ECONNREFUSED ::1:80'), new Error('connect ECONNREFUSED 127.0.0.1:80')])
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause })))
    const refused = await refusalOf(askSite(new URL('http://localhost/x'), { what: 'Nothing was done', advice: 'Look' }))
    vi.unstubAllGlobals()
    expect(refused.why).toBe('http://localhost does not answer (connect ECONNREFUSED ::1:80, connect ECONNREFUSED 127.0.0.1:80)')
  })
})

it('a name that is none is refused by doctor, and no build that is not well', async () => {
  for (const [unit, build] of [
    ['ad', '../../x'],
    ['../x', '1.0.0-a'],
  ]) {
    expect(await refusalOf(doctor(bench.registry, { channel: 'stable', unit, build }))).toMatchObject({ code: 'invalid_name' })
  }
})
