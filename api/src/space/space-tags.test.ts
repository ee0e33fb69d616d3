import { endpoints } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { frames } from '../db/schema.ts'
import { startTestApi, type TestApi } from '../testing/index.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ tagScript: 'https://ads.example/tag.js?a=1&b=2' })
})
afterAll(() => api.close())

test('each frame of a space has its tag, for its own side alone', async () => {
  const { space } = api.fixtures.a
  const answer = await (await api.signIn('pg')).call(endpoints.space.tags, { params: { id: space } })
  const { data } = (await answer.json()) as { data: { code: string; tag: string }[] }
  expect(data).toMatchObject([{ code: 'f-a' }])
  expect(data[0]!.tag).toBe(
    '<div data-adsite-frame="f-a" style="width:300px;height:250px"></div>\n<script async src="https://ads.example/tag.js?a=1&amp;b=2"></script>',
  )
  expect((await (await api.signIn('pg', 'b')).call(endpoints.space.tags, { params: { id: space } })).status).toBe(404)
})

test('a frame that is archived or deleted has none', async () => {
  const { frame, space } = api.fixtures.a
  const pg = await api.signIn('pg')
  for (const change of [{ status: 'ARCHIVED' }, { status: 'PREPARING', deleted_at: new Date() }] as const) {
    await api.db.update(frames).set(change).where(eq(frames.id, frame))
    expect(await (await pg.call(endpoints.space.tags, { params: { id: space } })).json(), change.status).toEqual({ data: [] })
  }
})

test('without an ad server there is none', async () => {
  const other = await startTestApi()
  const answer = await (await other.signIn('pg')).call(endpoints.space.tags, { params: { id: other.fixtures.a.space } })
  expect(await answer.json()).toMatchObject({ data: [{ code: 'f-a', tag: null }] })
  await other.close()
})
