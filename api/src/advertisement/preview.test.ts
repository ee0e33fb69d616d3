import { endpoints } from '@adsite/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAd, insertAdvertisement } from '../testing/fixtures.ts'
import { startTestApi, type TestApi } from '../testing/index.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

test('a preview without a creative asks only those to add one who can', async () => {
  const { a } = api.fixtures
  const id = await insertAdvertisement(api.db, a, await insertAd(api.db, a))
  const pg = await api.signIn('pg')
  const shown = async (locale: 'ja' | 'en') =>
    (await pg.call(endpoints.advertisement.preview, { params: { id }, query: { locale } })).text()
  expect(await shown('ja')).toContain('<p class="empty">表示できる承認済みのクリエイティブがありません。</p>')
  expect(await shown('en')).toContain('<p class="empty">There is no approved creative to show.</p>')
  const body = {
    name: '新しいバナー',
    creative_group_id: a.creativeGroup,
    format_id: api.fixtures.format,
    landing_url: 'https://lp.example/',
  }
  const created = await (await api.signIn('admin')).call(endpoints.creative.create, { body })
  const { data: draft } = (await created.json()) as { data: { id: number } }
  const words = async (role: 'advertiser' | 'rep') =>
    (await (await api.signIn(role)).call(endpoints.creative.preview, { params: { id: draft.id }, query: { locale: 'ja' } })).text()
  expect(await words('advertiser')).toContain('素材を登録してください')
  expect(await words('rep')).toContain('<p class="empty">まだ表示できるものがありません。</p>')
})
