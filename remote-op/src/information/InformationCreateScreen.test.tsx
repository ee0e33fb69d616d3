// @vitest-environment jsdom
import { openDraft } from '@adsite/auth'
import { FakeApi, openScreen, stubDevice, stubLayout } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import InformationCreateScreen from './InformationCreateScreen.tsx'

const path = '/op/information/create'
const routes = { 'information.detail': '/op/information/:id', 'information.list': '/op/information' }
const typed = {
  title: '夏季休業',
  type: 'NOTICE',
  body: '<p>8月13日は休みです。</p>',
  target_roles: ['advertiser'],
  publish_from: '2026-08-01T00:00:00.000Z',
}
const pdf = (name: string, size = 10) => new File([new Uint8Array(size)], name, { type: 'application/pdf' })

let api: FakeApi
beforeEach(() => {
  localStorage.clear()
  stubDevice()
  api = new FakeApi()
  api.on('POST /api/information', { status: 201, body: { data: { id: 3 } } })
  api.on('POST /api/information/3/attachment', { status: 201, body: { data: {} } })
  api.on('GET /api/information/3', { status: 200, body: { data: { id: 3, version: 4 } } })
  api.on('PATCH /api/information/3', { status: 204 })
  stubLayout()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Opens the form filled in, except for `more`, by restoring a draft of an earlier page. */
async function openFilledIn(more: object = {}) {
  const screens = { [path]: <InformationCreateScreen />, '/op/information/:id': <p>the announcement</p> }
  await openScreen(screens, path, { api, routes })
  await openDraft(`POST /api/information ${path}`)!.write(JSON.stringify({ version: null, values: { ...typed, ...more } }))
  cleanup()
  const opened = await openScreen(screens, path, { api, routes })
  await waitFor(() => expect(screen.getByRole('textbox', { name: /^タイトル/u })).toHaveProperty('value', '夏季休業'))
  return opened
}
const choose = (...files: File[]) => fireEvent.change(screen.getByLabelText(/^ファイルを選択/u), { target: { files } })
const submit = () => fireEvent.submit(document.querySelector('form')!)
const names = () => api.of('POST /api/information/3/attachment').map(({ query }) => query.get('name'))

test('files come with the announcement: it is a draft until they are attached, and published then', async () => {
  const { router, alerts } = await openFilledIn()
  choose(pdf('案内.pdf'), pdf('地図.pdf'))
  submit()
  await waitFor(() => expect(router.state.location.pathname).toBe('/op/information/3'))
  expect(api.of('POST /api/information').map(({ body }) => body!['is_draft'])).toEqual([true])
  expect(names()).toEqual(['案内.pdf', '地図.pdf'])
  expect(api.of('PATCH /api/information/3').map(({ body }) => body)).toEqual([{ version: 4, is_draft: false }])
  const writes = api.sent.filter(({ method, path: to }) => method !== 'GET' && to.startsWith('/api/information'))
  expect(writes.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'PATCH'])
  expect(alerts).toEqual([{ type: 'success', messages: ['お知らせを登録しました'] }])
})

test('a draft stays one', async () => {
  const { router } = await openFilledIn({ is_draft: true })
  choose(pdf('案内.pdf'))
  submit()
  await waitFor(() => expect(router.state.location.pathname).toBe('/op/information/3'))
  expect(api.of('PATCH /api/information/3')).toEqual([])
})

test('what cannot be attached is said, and leads to the draft', async () => {
  api.on('POST /api/information/3/attachment', ({ query }) =>
    query.get('name') === '地図.pdf'
      ? { status: 422, body: { code: 'validation_failed', message: '×', errors: { file: ['壊れています。'] } } }
      : { status: 201, body: { data: {} } },
  )
  const { router, alerts } = await openFilledIn()
  choose(pdf('案内.pdf'), pdf('地図.pdf'), new File(['a'], 'メモ.txt', { type: 'text/plain' }))
  expect((await screen.findByRole('alert')).textContent).toContain('メモ.txt')
  submit()
  await waitFor(() => expect(router.state.location.pathname).toBe('/op/information/3'))
  expect(names()).toEqual(['案内.pdf', '地図.pdf'])
  expect(api.of('PATCH /api/information/3')).toEqual([])
  expect(alerts).toEqual([
    {
      type: 'warn',
      messages: [expect.stringContaining('下書きとして登録しました'), '地図.pdf：壊れています。', expect.stringMatching(/^メモ\.txt：/u)],
    },
  ])
})

test('one that cannot be published after all is a draft, and said to be', async () => {
  api.on('PATCH /api/information/3', { status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } })
  const { router, alerts } = await openFilledIn()
  choose(pdf('案内.pdf'))
  submit()
  await waitFor(() => expect(router.state.location.pathname).toBe('/op/information/3'))
  expect(alerts.at(-1)).toMatchObject({ type: 'warn', messages: [expect.stringContaining('下書きのままです')] })
})

test('how many of the files are attached is told while they are', async () => {
  const answers: (() => void)[] = []
  api.on(
    'POST /api/information/3/attachment',
    () => new Promise((resolve) => answers.push(() => resolve({ status: 201, body: { data: {} } }))),
  )
  const { router } = await openFilledIn()
  choose(pdf('案内.pdf'), pdf('地図.pdf'))
  submit()
  for (const told of ['2件中1件目のファイルを添付しています', '2件中2件目のファイルを添付しています']) {
    const words = await screen.findByText(told)
    expect([words.closest('output') === null, words.closest('[inert]')]).toEqual([false, null])
    answers.shift()!()
  }
  await waitFor(() => expect(router.state.location.pathname).toBe('/op/information/3'))
})

test('files cannot be taken off or added while they are sent', async () => {
  let answer: (value: { status: number; body: object }) => void = () => {}
  api.on('POST /api/information', () => new Promise((resolve) => (answer = resolve)))
  const { router } = await openFilledIn()
  choose(pdf('案内.pdf'))
  submit()
  await waitFor(() => expect(api.of('POST /api/information')).toHaveLength(1))
  expect(screen.getByRole('button', { name: '案内.pdf を外す' }).closest('[inert]')).not.toBeNull()
  expect(screen.getByLabelText(/^ファイルを選択/u).closest('[inert]')).not.toBeNull()
  answer({ status: 201, body: { data: { id: 3 } } })
  await waitFor(() => expect(router.state.location.pathname).toBe('/op/information/3'))
})

test('one that was too many has its place once another is taken off', async () => {
  const { router } = await openFilledIn()
  choose(...Array.from({ length: 11 }, (_, index) => pdf(`${index + 1}.pdf`)))
  expect((await screen.findByRole('alert')).textContent).toBe('11.pdf：ファイルは10件まで添付できます。')
  fireEvent.click(screen.getByRole('button', { name: '1.pdf を外す' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  submit()
  await waitFor(() => expect(router.state.location.pathname).toBe('/op/information/3'))
  expect(names()).toEqual(Array.from({ length: 10 }, (_, index) => `${index + 2}.pdf`))
})

test('without files nothing is different', async () => {
  const { router } = await openFilledIn()
  choose(pdf('案内.pdf'))
  fireEvent.click(screen.getByRole('button', { name: '案内.pdf を外す' }))
  submit()
  await waitFor(() => expect(router.state.location.pathname).toBe('/op/information/3'))
  expect(api.of('POST /api/information')[0]!.body!['is_draft']).not.toBe(true)
  expect(names()).toEqual([])
})
