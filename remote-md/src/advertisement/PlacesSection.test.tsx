// @vitest-environment jsdom
import { buttonNamed, FakeApi, openScreen, stamps } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import AdvertisementDetailScreen from './AdvertisementDetailScreen.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const none = { status: 200, body: { data: [], page: { next: null, total: 0, total_capped: false } } }

/** The page of an ad below /md, for a media group, with what `api` answers of its places. */
async function open(api: FakeApi) {
  const advertisement = { id: 4, name: '冬の広告', ad_id: 9, medium_id: 2, status: 'SHOWN', request_status: null, creative_kind: null }
  api.on('GET /api/advertisement/4', { status: 200, body: { data: { ...advertisement, ...stamps } } })
  const routes = { 'advertisement.list': '/md/advertisement' }
  const { alerts } = await openScreen({ '/md/advertisement/:id': <AdvertisementDetailScreen /> }, '/md/advertisement/4', {
    api,
    routes,
    role: 'pg',
  })
  return { alerts, section: await screen.findByRole('region', { name: 'この広告の掲載先' }) }
}

test('places that are still being read have a line of their own, so that what follows stays where it is', async () => {
  const api = new FakeApi()
  const held = Promise.withResolvers<typeof none>()
  api.on('GET /api/ad-whitelist', () => held.promise)
  api.on('GET /api/ad-article', none)
  const { section } = await open(api)
  await waitFor(() => expect(section.querySelectorAll('.ant-skeleton')).toHaveLength(1))
  expect(section.getAttribute('aria-busy')).toBe('true')
  held.resolve(none)
  await screen.findByText('媒体・広告枠・記事の指定はありません。')
  expect(section.querySelectorAll('.ant-skeleton')).toHaveLength(0)
})

test('further places come on demand, and the exclusion of the advertiser says why it is not undone here', async () => {
  const api = new FakeApi()
  const place = (id: number, name: string, excluded_by: string) => ({
    id,
    name,
    ad_id: 9,
    medium_id: id,
    status: 'EXCLUDED',
    excluded_by,
    ...stamps,
  })
  const pages: Readonly<Record<string, object>> = {
    first: { data: [place(1, 'ニュース', 'DEMAND')], page: { next: 'n1', total: 2, total_capped: false } },
    n1: { data: [place(2, 'スポーツ', 'SUPPLY')], page: { next: null, total: 2, total_capped: false } },
  }
  api.on('GET /api/ad-whitelist', ({ query }) => ({ status: 200, body: pages[query.get('after') ?? 'first'] }))
  api.on('GET /api/ad-article', none)
  const { section } = await open(api)
  const undo = async (name: string) =>
    within((await within(section).findByText(name)).closest('li')!).getByRole('button', { name: buttonNamed('除外を取り消す') })
  expect((await undo('ニュース')).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(within(section).getByRole('button', { name: 'さらに表示' }))
  expect((await undo('スポーツ')).getAttribute('aria-disabled')).toBeNull()
  expect(within(section).queryByRole('button', { name: 'さらに表示' })).toBeNull()
})

test('after an article is excluded, none is chosen', async () => {
  const api = new FakeApi()
  api.on('GET /api/ad-whitelist', none)
  api.on('GET /api/ad-article', none)
  api.on('GET /api/article/select_list', { status: 200, body: { data: [{ id: 6, name: '決算の記事' }] } })
  api.on('POST /api/ad-article', { status: 201, body: { data: { id: 8 } } })
  const { alerts, section } = await open(api)
  const exclude = within(section).getByRole('button', { name: buttonNamed('記事を除外') })
  expect(exclude).toHaveProperty('disabled', true)
  fireEvent.mouseDown(within(section).getByRole('combobox', { name: '除外する記事' }))
  fireEvent.click(await screen.findByText('決算の記事'))
  fireEvent.click(exclude)
  await waitFor(() => expect(alerts).toEqual([{ type: 'success', messages: ['記事を配信対象から除外しました'] }]))
  expect(api.of('POST /api/ad-article')).toMatchObject([{ body: { ad_id: 9, article_id: 6, status: 'EXCLUDED' } }])
  await waitFor(() => expect(exclude).toHaveProperty('disabled', true))
})
