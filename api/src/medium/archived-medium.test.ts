import { endpoints, type Endpoint } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { media } from '../db/schema.ts'
import { insertArticle } from '../testing/fixtures.ts'
import { startTestApi, type TestApi, type TestClient } from '../testing/index.ts'

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

const { frame, format_setting: setting, space, article, ad_whitelist: whitelist, ad } = endpoints

async function idsOf(endpoint: Endpoint, query: Readonly<Record<string, string>> = {}): Promise<number[]> {
  const { data } = (await (await admin.call(endpoint, { query })).json()) as { data: { id: number }[] }
  return data.map(({ id }) => id)
}

test('what belongs to an archived medium is offered nowhere, and nothing new refers to it; filters and what exists keep it', async () => {
  const { a } = api.fixtures
  const articleId = await insertArticle(api.db, a)
  const frameBody = (code: string) => ({ name: code, code, space_id: a.space, width: 300, height: 250 })
  const made = await admin.call(frame.create, { body: frameBody('before') })
  expect(made.status).toBe(201)
  const { data } = (await made.json()) as { data: { id: number } }
  await api.db.update(media).set({ status: 'ARCHIVED' }).where(eq(media.id, a.medium))
  const ended = ['終了またはアーカイブ済みのため選択できません。']
  const adIds = await idsOf(ad.list)
  for (const [endpoint, body, field] of [
    [frame.create, frameBody('after'), 'space_id'],
    [setting.create, { space_id: a.space, format_id: api.fixtures.format, enabled: true, template: 'PLAIN' }, 'space_id'],
    [whitelist.create, { ad_id: adIds[0], space_id: a.space, status: 'LISTED' }, 'space_id'],
    [whitelist.create, { ad_id: adIds[0], article_id: articleId, status: 'LISTED' }, 'article_id'],
  ] as const) {
    const refused = await admin.call(endpoint, { body })
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ errors: { [field]: ended } })
  }
  expect(await idsOf(space.select)).not.toContain(a.space)
  expect(await idsOf(space.select, { ended: 'true' })).toContain(a.space)
  expect(await idsOf(article.select)).not.toContain(articleId)
  const params = { id: data.id }
  expect((await admin.call(frame.update, { params, body: { version: 1, name: '改名' } })).status).toBe(204)
  await api.db.update(media).set({ status: 'INACTIVE' }).where(eq(media.id, a.medium))
  expect(await idsOf(space.select)).toContain(a.space)
  expect((await admin.call(frame.create, { body: frameBody('restored') })).status).toBe(201)
})
