// @vitest-environment jsdom
import { FakeApi, openScreen, stamps, stubDevice } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import RevenueShareDetailScreen from './RevenueShareDetailScreen.tsx'

beforeEach(() => stubDevice())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const path = '/op/revenueshare/:id'
const routes = { 'revenue_share.group': '/op/revenueshare/group/:id', 'publisher_group.list': '/op/publisher_group' }
const share = {
  id: 5,
  name: '日向',
  publisher_group_id: 1,
  medium_id: null,
  rate: '60.00',
  valid_from: '2026-01-01',
  valid_to: null,
  ...stamps,
  refs: { publisher_group_id: '日向' },
}

test.each([
  ['CURRENT', ['適用終了日']],
  ['FUTURE', ['媒体への分配率', '適用開始日', '適用終了日']],
])('of a share that is %s, %j can be changed', async (phase, expected) => {
  const api = new FakeApi()
  api.on('GET /api/revenue-share/5', { status: 200, body: { data: { ...share, phase } } })
  await openScreen({ [path]: <RevenueShareDetailScreen /> }, '/op/revenueshare/5', { api, routes, role: 'admin' })
  fireEvent.click(await screen.findByRole('button', { name: '編集' }))
  await screen.findByRole('textbox', { name: /^適用終了日/u })
  const offered = ['媒体への分配率', '適用開始日', '適用終了日'].filter((label) =>
    screen.queryByRole('textbox', { name: new RegExp(`^${label}`, 'u') }),
  )
  expect(offered).toEqual(expected)
})
