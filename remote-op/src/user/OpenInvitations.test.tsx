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

test.each([
  ['the open ones', 'SENT,EXPIRED'],
  ['their number', 'SENT'],
])('invitations are not left out in silence where %s could not be read', async (_, status) => {
  const api = new FakeApi()
  let broken = true
  api.on('GET /api/invitation', ({ query }) =>
    broken && query.get('status') === status
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
