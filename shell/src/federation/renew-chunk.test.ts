// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { renewChunk } from './renew-chunk.ts'

const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  fetched.mockReset().mockResolvedValue(new Response())
  vi.stubGlobal('fetch', fetched)
})

const chunk = `${location.origin}/r/ad/1.0.0-a/list.js`

it.each([
  ['names it', Object.assign(new Error('Loading chunk 46 failed'), { request: chunk })],
  ['has it in its text', new Error(`Loading chunk 46 failed.\n(error: ${chunk})`)],
  ['was caused by one that does', new Error('chunk', { cause: new Error(`Loading chunk 46 failed.\n(missing: ${chunk})`) })],
])('asks for the file again when the error %s', async (_, error) => {
  expect(await renewChunk(error)).toBe(true)
  expect(fetched).toHaveBeenCalledExactlyOnceWith(new URL(chunk), { cache: 'reload' })
})

it.each([
  ['a render error', new TypeError('x is undefined (line: 3)')],
  ['a call of the API', Object.assign(new Error('failed'), { request: `${location.origin}/api/campaign` })],
  ['a script that hung', Object.assign(new Error('Loading chunk 46 failed'), { request: chunk, type: 'timeout' })],
  ['no error', 'text'],
])('asks for nothing on %s', async (_, error) => {
  expect(await renewChunk(error)).toBe(false)
  expect(fetched).not.toHaveBeenCalled()
})

it.each([
  ['cannot be reached', () => Promise.reject(new TypeError('offline'))],
  ['does not have it', async () => new Response(null, { status: 404 })],
])('says no when the server %s', async (_, answer) => {
  fetched.mockImplementation(answer)
  expect(await renewChunk(Object.assign(new Error(''), { request: chunk }))).toBe(false)
})
