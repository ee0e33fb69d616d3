// @vitest-environment jsdom
import { refresh, refreshed } from '@adsite/api-client'
import { creativeEndpoints } from '@adsite/contract'
import { FakeApi, openScreen, stamps } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import ReviewScreen from './ReviewScreen.tsx'

const waiting = (id: number, name: string) => ({ ...stamps, id, name, version: 3, status: 'APPLIED', revision: 1 })
const [own, other] = [waiting(1, '自分の申請'), waiting(2, '他人の申請')]
const reason = '自分が申請したクリエイティブは承認できません。ほかの管理者が審査してください。'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.on('GET /api/ad-creative', { status: 200, body: { data: [own, other], page: { next: null, total: 2, capped: false } } })
  api.on('GET /api/ad-creative/1', { status: 200, body: { data: { ...own, blocked: { approve: reason } } } })
  api.on('GET /api/ad-creative/2', { status: 200, body: { data: other } })
  for (const id of [1, 2]) api.on(`GET /api/ad-creative/${id}/revision`, { status: 200, body: { data: [] } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = () => openScreen({ '/ad/creative/review': <ReviewScreen /> }, '/ad/creative/review', { api })
const card = async (name: string) => within(await screen.findByRole('article', { name }))

test('who applied is told before the click that somebody else approves; to reject it is theirs', async () => {
  await open()
  const mine = await card('自分の申請')
  const approve = await mine.findByRole('button', { name: '承認する', description: reason })
  expect(approve.getAttribute('aria-disabled')).toBe('true')
  expect(mine.getByRole('button', { name: '否認する' }).getAttribute('aria-disabled')).toBeNull()
  const theirs = await card('他人の申請')
  expect((await theirs.findByRole('button', { name: '承認する' })).getAttribute('aria-disabled')).toBeNull()
})

test('a queue of which not all is counted says that there is more', async () => {
  api.on('GET /api/ad-creative', { status: 200, body: { data: [own, other], page: { next: 'x', total: 10_000, capped: true } } })
  await open()
  expect(await screen.findByText('審査待ち 10,000+ 件（申請の古い順）')).toBeTruthy()
})

test('a queue on its way says so', async () => {
  api.on('GET /api/ad-creative', () => new Promise(() => {}))
  await open()
  const waiting = await screen.findByRole('region', { name: '読み込み中' })
  expect(waiting.getAttribute('aria-busy')).toBe('true')
})

test('nothing is offered until the record has said what is refused; what fails can be asked for again', async () => {
  api.on('GET /api/ad-creative/2', { status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } })
  await open()
  const theirs = await card('他人の申請')
  expect((await theirs.findByRole('alert')).textContent).toContain('サーバーでエラーが発生しました')
  expect(theirs.queryByRole('button', { name: '承認する' })).toBeNull()
  api.on('GET /api/ad-creative/2', { status: 200, body: { data: other } })
  fireEvent.click(theirs.getByRole('button', { name: '再試行' }))
  expect(await theirs.findByRole('button', { name: '承認する' })).toBeTruthy()
  expect(theirs.queryByRole('alert')).toBeNull()
})

const bulk = 'POST /api/ad-creative/bulk'
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

test('the chosen are approved in the versions on show; one that was replaced since is not, and says so', async () => {
  const message = '別の画面で更新されています。最新の内容を確認してください'
  const results = [
    { ...own, amount: null, ok: true, code: null, message: null },
    { ...other, amount: null, ok: false, code: 'conflict', message },
  ]
  api.on(bulk, { status: 200, body: { data: { total: 2, done: 1, results } } })
  const { alerts } = await open()
  await card('他人の申請')
  fireEvent.click(box('このページをすべて選択'))
  fireEvent.click(screen.getByRole('button', { name: '選択した 2 件を承認' }))
  await waitFor(() => expect(alerts.at(-1)?.messages).toEqual(['2 件中 1 件を承認しました', `他人の申請：${message}`]))
  expect(api.of(bulk)[0]!.body).toEqual({ action: 'approve', ids: [1, 2], versions: [3, 3] })
})

test('after the approval of the chosen the focus is at the choice of further ones, and once none is left, at what says so', async () => {
  const results = [{ ...other, amount: null, ok: true, code: null, message: null }]
  api.on(bulk, { status: 200, body: { data: { total: 1, done: 1, results } } })
  await open()
  await card('他人の申請')
  async function approve(name: string, left: object[]): Promise<void> {
    fireEvent.click(box(`${name} を選択`))
    api.on('GET /api/ad-creative', { status: 200, body: { data: left, page: { next: null, total: left.length, capped: false } } })
    const button = screen.getByRole('button', { name: /選択した 1 件を承認$/u })
    button.focus()
    fireEvent.click(button)
    await waitFor(() => expect(screen.queryByRole('article', { name })).toBeNull())
  }
  await approve('他人の申請', [own])
  // It names no number of which there is none.
  expect(await screen.findByRole('button', { name: /選択した申請を承認$/u })).toHaveProperty('disabled', true)
  await waitFor(() => expect(document.activeElement).toBe(box('このページをすべて選択')))
  await approve('自分の申請', [])
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H2'))
})

test('where the answer gets lost, the queue shows what has become of the chosen', async () => {
  await open()
  await card('他人の申請')
  fireEvent.click(box('このページをすべて選択'))
  api.on(bulk, () => {
    throw new TypeError('Failed to fetch')
  })
  const page = { next: null, total: 1, capped: false }
  api.on('GET /api/ad-creative', { status: 200, body: { data: [own], page } })
  fireEvent.click(screen.getByRole('button', { name: '選択した 2 件を承認' }))
  await waitFor(() => expect(screen.queryByRole('article', { name: '他人の申請' })).toBeNull())
})

test('a single decision, too, is about the version on show', async () => {
  api.on('GET /api/ad-creative/2', { status: 200, body: { data: { ...other, version: 6 } } })
  await open()
  const theirs = await card('他人の申請')
  fireEvent.click(await theirs.findByRole('button', { name: '承認する' }))
  const approve = 'POST /api/ad-creative/2/approve'
  await waitFor(() => expect(api.of(approve)[0]?.body).toEqual({ version: 3 }))
})

const approveOther = 'POST /api/ad-creative/2/approve'

test('a refused decision names the creative', async () => {
  const message = '別の画面で更新されています。最新の内容を確認してください'
  api.on(approveOther, { status: 409, body: { code: 'conflict', message } })
  const { alerts } = await open()
  fireEvent.click(await (await card('他人の申請')).findByRole('button', { name: '承認する' }))
  await waitFor(() => expect(alerts.at(-1)).toEqual({ type: 'error', messages: [`他人の申請：${message}`] }))
})

test('the focus goes to another creative once the one that was decided about is gone', async () => {
  await open()
  const remaining = await (await card('自分の申請')).findByRole('button', { name: '承認する' })
  const button = await (await card('他人の申請')).findByRole('button', { name: '承認する' })
  api.on(approveOther, { status: 204 })
  api.on('GET /api/ad-creative', { status: 200, body: { data: [own], page: { next: null, total: 1, capped: false } } })
  button.focus()
  fireEvent.click(button)
  await waitFor(() => expect(document.activeElement).toBe(remaining))
})

test('the choice of a creative ends when it is replaced', async () => {
  await open()
  await card('他人の申請')
  fireEvent.click(box('他人の申請 を選択'))
  expect(box('他人の申請 を選択').checked).toBe(true)
  const page = { next: null, total: 1, capped: false }
  api.on('GET /api/ad-creative', { status: 200, body: { data: [{ ...other, version: 6, revision: 2 }], page } })
  refresh(creativeEndpoints.reject)
  await refreshed()
  await waitFor(() => expect(box('他人の申請 を選択').checked).toBe(false))
})
