// @vitest-environment jsdom
import { readSession } from '@adsite/auth'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeApi, openScreen } from '../testing/screen.tsx'
import { FileLink } from './FileLink.tsx'

const me = 'GET /api/account/me'
const onFollow = vi.fn<() => void>()
let api: FakeApi
/** What the browser did with each click on a link, in place of which nothing is downloaded here. */
let clicks: ('held' | 'followed')[]

function browser(event: Event): void {
  clicks.push(event.defaultPrevented ? 'held' : 'followed')
  event.preventDefault()
}

beforeEach(async () => {
  clicks = []
  api = new FakeApi()
  onFollow.mockReset()
  document.addEventListener('click', browser)
  const link = (
    <FileLink href="/file" download onFollow={onFollow}>
      ファイル
    </FileLink>
  )
  await openScreen({ '/': link }, '/', { api })
})
afterEach(() => {
  document.removeEventListener('click', browser)
  cleanup()
  vi.unstubAllGlobals()
})

test('a file is downloaded after the session has been asked for, as often as it is clicked', async () => {
  fireEvent.click(screen.getByText('ファイル'))
  expect([clicks, onFollow.mock.calls]).toEqual([['held'], []])
  await waitFor(() => expect(clicks).toEqual(['held', 'followed']))
  expect(onFollow).toHaveBeenCalledOnce()
  expect(api.of(me)).toHaveLength(2)
  fireEvent.click(screen.getByText('ファイル'))
  await waitFor(() => expect(clicks).toEqual(['held', 'followed', 'held', 'followed']))
})

test('nothing is downloaded after the session has ended', async () => {
  api.on(me, { status: 401, body: { code: 'unauthenticated', message: '認証に失敗しました' } })
  fireEvent.click(screen.getByText('ファイル'))
  await waitFor(async () => expect(await readSession()).toBeNull())
  await act(async () => undefined)
  expect([clicks, onFollow.mock.calls]).toEqual([['held'], []])
})

test('without an answer the browser tries, and a click for another tab is its own', async () => {
  const elsewhere = ['ctrlKey', 'metaKey', 'shiftKey', 'altKey']
  for (const key of elsewhere) fireEvent.click(screen.getByText('ファイル'), { [key]: true })
  expect([clicks, api.of(me)]).toEqual([elsewhere.map(() => 'followed'), [expect.anything()]])
  clicks = []
  api.on(me, { status: 503 })
  fireEvent.click(screen.getByText('ファイル'))
  await waitFor(() => expect(clicks).toEqual(['held', 'followed']))
})
