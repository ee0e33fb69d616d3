// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

async function start(...answers: Response[]) {
  const fetched = vi.fn<(path: string) => Promise<Response>>(() => Promise.resolve(answers.shift()!))
  vi.stubGlobal('fetch', fetched)
  return { fetched, ...(await import('./constants.ts')) }
}

const answer = (ja: string) => new Response(JSON.stringify({ data: { role: [{ key: 'pg', ja, en: 'media group' }] } }), { status: 200 })

test('are asked for once, and kept', async () => {
  const { loadConstants, fetched } = await start(answer('一'))
  const [one, two] = await Promise.all([loadConstants(), loadConstants()])
  expect([one, two, await loadConstants()].map((constants) => constants.role?.[0]?.ja)).toEqual(['一', '一', '一'])
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('are asked for anew on demand', async () => {
  const { loadConstants } = await start(answer('一'), answer('二'))
  await loadConstants()
  expect((await loadConstants({ again: true })).role?.[0]?.ja).toBe('二')
  expect((await loadConstants()).role?.[0]?.ja).toBe('二')
})

test('a failure is told, and the next call tries again', async () => {
  const { loadConstants } = await start(new Response('', { status: 503 }), answer('一'))
  await expect(loadConstants()).rejects.toMatchObject({ status: 503 })
  expect((await loadConstants()).role?.[0]?.ja).toBe('一')
})
