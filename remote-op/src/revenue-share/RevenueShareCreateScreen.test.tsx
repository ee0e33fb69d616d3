// @vitest-environment jsdom
import { FakeApi, openScreen, stamps, stubDevice } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import RevenueShareCreateScreen from './RevenueShareCreateScreen.tsx'

const groups = [
  { id: 1, name: '日向' },
  { id: 4, name: 'まちの窓' },
]
const media = [
  { id: 2, name: '日向マネー', publisher_group_id: '1', status: 'ACTIVE', ...stamps },
  { id: 3, name: '日向タイムズ', publisher_group_id: '1', status: 'ARCHIVED', ...stamps },
  { id: 19, name: 'まちの窓 地域', publisher_group_id: '4', status: 'INACTIVE', ...stamps },
]

let api: FakeApi
beforeEach(() => {
  localStorage.clear()
  stubDevice()
  api = new FakeApi()
  api.on('GET /api/account/pg/select_list', { status: 200, body: { data: groups } })
  api.on('GET /api/medium/select_list', { status: 200, body: { data: media.map(({ id, name }) => ({ id, name })) } })
  api.on('GET /api/medium', ({ query }) => {
    const statuses = query.get('status')?.split(',') ?? ['ACTIVE', 'INACTIVE', 'ARCHIVED']
    const data = media.filter(
      ({ publisher_group_id, status }) => publisher_group_id === query.get('publisher_group_id') && statuses.includes(status),
    )
    return { status: 200, body: { data, page: { total: data.length, next: null, previous: null, capped: false } } }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const medium = /^媒体(?!へ)/u
const shownIn = (field: RegExp) => screen.getByRole('combobox', { name: field }).closest('.ant-select')?.textContent

async function choose(field: RegExp, name: string): Promise<void> {
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: field }))
  fireEvent.click(await screen.findByText(name, { selector: '.ant-select-item-option-content' }))
  await waitFor(() => expect(shownIn(field)).toContain(name))
}

test('the media of a new share are those of the group that is chosen, and another group takes the medium back', async () => {
  const path = '/op/revenueshare/create'
  const routes = { 'revenue_share.group': '/op/revenueshare/:id', 'publisher_group.list': '/op/publisher_group' }
  await openScreen({ [path]: <RevenueShareCreateScreen /> }, `${path}?publisher_group_id=1`, { api, role: 'admin', routes })
  await choose(medium, '日向マネー')
  // No share can be for a medium that is archived.
  expect(screen.queryByText('日向タイムズ')).toBeNull()
  await choose(/^メディアグループ/u, 'まちの窓')
  await waitFor(() => expect(shownIn(medium)).toContain('メディアグループ全体'))
  await choose(medium, 'まちの窓 地域')
})
