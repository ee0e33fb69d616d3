// @vitest-environment jsdom
import { FakeApi, openScreen, stamps } from '@adsite/screen-kit/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import AdvertisementDetailScreen from './AdvertisementDetailScreen.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('places that are still being read have a line of their own, so that what follows stays where it is', async () => {
  const api = new FakeApi()
  const advertisement = {
    id: 4,
    name: '冬の広告',
    ad_id: 9,
    medium_id: 2,
    status: 'SHOWN',
    request_status: null,
    creative_kind: null,
    ...stamps,
  }
  const none = { status: 200, body: { data: [], page: { next: null, total: 0, total_capped: false } } }
  const held = Promise.withResolvers<typeof none>()
  api.on('GET /api/advertisement/4', { status: 200, body: { data: advertisement } })
  api.on('GET /api/ad-whitelist', () => held.promise)
  api.on('GET /api/ad-article', none)
  const routes = { 'advertisement.list': '/md/advertisement' }
  await openScreen({ '/md/advertisement/:id': <AdvertisementDetailScreen /> }, '/md/advertisement/4', { api, routes, role: 'pg' })
  const section = await screen.findByRole('region', { name: 'この広告の掲載先' })
  await waitFor(() => expect(section.querySelectorAll('.ant-skeleton')).toHaveLength(1))
  expect(section.getAttribute('aria-busy')).toBe('true')
  held.resolve(none)
  await screen.findByText('媒体・広告枠・記事の指定はありません。')
  expect(section.querySelectorAll('.ant-skeleton')).toHaveLength(0)
})
