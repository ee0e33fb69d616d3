// @vitest-environment jsdom
import { FakeApi, openScreen, stamps, type Answer } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import RejectRequestDetailScreen from './RejectRequestDetailScreen.tsx'

const request = {
  id: 7,
  name: '冬の広告',
  status: 'FILED',
  advertisement_id: 4,
  medium_id: 2,
  reason_code: 'OTHER',
  reason: '—',
  ...stamps,
}
const advertisement = { id: 4, name: '冬の広告', creative_kind: null, creative_width: null, creative_height: null, ...stamps }
const subject = 'GET /api/advertisement/4'
const read: Answer = { status: 200, body: { data: advertisement } }

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.on('GET /api/reject-request/7', { status: 200, body: { data: request } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function openDecision(): Promise<ReturnType<typeof within>> {
  const screens = { '/md/reject_request/:id': <RejectRequestDetailScreen /> }
  await openScreen(screens, '/md/reject_request/7', { api, routes: { 'reject_request.list': '/md/reject_request' } })
  fireEvent.click(await screen.findByRole('button', { name: '承認する' }))
  return within(await screen.findByRole('dialog'))
}

test('an advertisement that cannot be read says so on the page and in the dialog, and is read again', async () => {
  api.on(subject, { status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } })
  const dialog = await openDecision()
  await waitFor(() => expect(screen.getAllByText(/サーバーでエラーが発生しました/u)).toHaveLength(2))
  api.on(subject, read)
  fireEvent.click(dialog.getByRole('button', { name: /再試行/u }))
  await waitFor(() => expect(screen.queryByText(/サーバーでエラーが発生しました/u)).toBeNull())
})

test('nobody decides before the advertisement is shown', async () => {
  let answer: (given: Answer) => void = () => {}
  api.on(subject, () => new Promise<Answer>((resolve) => (answer = resolve)))
  const dialog = await openDecision()
  const accept = dialog.getByRole('button', { name: '承認する' })
  expect(accept).toHaveProperty('disabled', true)
  answer(read)
  await waitFor(() => expect(accept).toHaveProperty('disabled', false))
})
