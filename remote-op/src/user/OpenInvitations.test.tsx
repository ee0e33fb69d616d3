// @vitest-environment jsdom
import { FakeApi, openScreen, stamps } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { OpenInvitations } from './OpenInvitations.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const record = {
  ...stamps,
  id: 5,
  email: 'hayashi@example.test',
  role: 4,
  status: 'SENT',
  account_id: 21,
  expires_at: '2026-12-01T00:00:00Z',
  refs: { account_id: '青葉エージェンシー' },
}

test('invitations are not left out in silence where they could not be read', async () => {
  const api = new FakeApi()
  let broken = true
  api.on('GET /api/invitation', () =>
    broken
      ? { status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } }
      : { status: 200, body: { data: [record], page: { next: null, total: 1, total_capped: false } } },
  )
  await openScreen({ '/op/user/agency': <OpenInvitations kind="agency" /> }, '/op/user/agency', { api })
  expect((await screen.findByRole('alert')).textContent).toContain('サーバーでエラーが発生しました')
  broken = false
  fireEvent.click(screen.getByRole('button', { name: '再試行' }))
  expect(await screen.findByText('hayashi@example.test')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('their number is that of what is listed, with those that have expired', async () => {
  const api = new FakeApi()
  const both = [record, { ...record, id: 6, email: 'mori@example.test', status: 'EXPIRED' }]
  api.on('GET /api/invitation', ({ query }) => {
    const data = both.filter(({ status }) => query.get('status')?.split(',').includes(status))
    return { status: 200, body: { data, page: { next: null, total: data.length, total_capped: false } } }
  })
  await openScreen({ '/op/user/agency': <OpenInvitations kind="agency" /> }, '/op/user/agency', { api })
  expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe('まだ承認されていない招待（2 件）')
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

test('all of them are a click away, of this kind of account', async () => {
  const api = new FakeApi()
  api.on('GET /api/invitation', { status: 200, body: { data: [record], page: { next: null, total: 1, total_capped: false } } })
  const routes = { 'invitation.list': '/op/invitation' }
  await openScreen({ '/op/user/agency': <OpenInvitations kind="agency" /> }, '/op/user/agency', { api, routes })
  expect((await screen.findByRole('link', { name: '招待の一覧' })).getAttribute('href')).toBe('/op/invitation?role=agency')
})
