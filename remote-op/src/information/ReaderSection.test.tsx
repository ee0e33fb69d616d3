// @vitest-environment jsdom
import { readersLimit } from '@adsite/contract'
import { FakeApi, openScreen } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ReaderSection } from './ReaderSection.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const reader = (user_id: number, confirmed_at: string | null = null) => ({
  user_id,
  user_name: `読者${user_id}`,
  account_id: 1,
  account_name: '青葉食品',
  role: 2,
  confirmed_at,
})
const all = Array.from({ length: 2 * readersLimit + 1 }, (_, at) => reader(at + 1, at === 0 ? '2026-11-30T03:00:00.000Z' : null))

async function open() {
  const api = new FakeApi()
  api.on('GET /api/information/3/reader', ({ query }) => {
    const wanted = query.get('confirmed')
    const matching = all.filter(({ confirmed_at }) => wanted === null || String(confirmed_at !== null) === wanted)
    const from = Number(query.get('offset'))
    return { status: 200, body: { data: matching.slice(from, from + readersLimit), total: all.length, confirmed: 1 } }
  })
  const opened = await openScreen({ '/op/information/3': <ReaderSection informationId={3} /> }, '/op/information/3', { api })
  await screen.findByText('読者1')
  return opened
}
const names = () => screen.getAllByRole('listitem').map(({ textContent }) => /^読者\d+/u.exec(textContent)?.[0])

test('how many of all have confirmed it; the list of readers goes on page by page to its end', async () => {
  await open()
  expect(screen.getByText(`${all.length} 人中 1 人が確認済み`)).toBeTruthy()
  expect(names()).toHaveLength(readersLimit)
  fireEvent.click(screen.getByRole('button', { name: 'さらに表示' }))
  await waitFor(() => expect(names()).toHaveLength(2 * readersLimit))
  fireEvent.click(screen.getByRole('button', { name: 'さらに表示' }))
  await waitFor(() => expect(names()).toEqual(all.map(({ user_name }) => user_name)))
  expect(screen.queryByRole('button', { name: 'さらに表示' })).toBeNull()
})

test('which readers are shown stands in the address', async () => {
  const { router } = await open()
  fireEvent.click(screen.getByRole('radio', { name: '確認済み' }))
  await waitFor(() => expect(names()).toEqual(['読者1']))
  expect(router.state.location.search).toBe('?confirmed=true')
  fireEvent.click(screen.getByRole('radio', { name: '未確認' }))
  await waitFor(() => expect(names()[0]).toBe('読者2'))
  expect(router.state.location.search).toBe('?confirmed=false')
  fireEvent.click(screen.getByRole('radio', { name: 'すべて' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})
