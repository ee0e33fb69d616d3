// @vitest-environment jsdom
import { informationEndpoints } from '@adsite/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { address, BrowserPage, heading, press } from '../testing/browser-page.tsx'
import { importantItem, otherItem, viewed } from '../testing/samples.ts'

beforeAll(
  () => Promise.all([import('../layout/BaseLayout.tsx'), import('./InformationListScreen.tsx'), import('./InformationScreen.tsx')]),
  60_000,
)

const list = informationEndpoints.viewList.path
let page: BrowserPage
/** Queries of the list, excluding those of the bell. */
let asked: string[]

beforeEach(() => {
  page = new BrowserPage()
  asked = []
  const { fetch } = globalThis
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (url.startsWith(`${list}?`) && url.includes('limit=')) asked.push(url.slice(list.length + 1))
    return fetch(url, init)
  })
})
afterEach(async () => {
  page.server.instead.clear()
  await page.close()
})

const entries = (data: unknown, next: string | null = null, previous: string | null = null) =>
  page.server.instead.set(list, { status: 200, body: { data, page: { next, previous } } })

describe('the list', () => {
  test('shows type, importance, what is not confirmed, and leads to each', async () => {
    entries([importantItem, { ...otherItem, is_important: false, confirmed: true }])
    await page.open('/information', { using: 20 })
    await heading('お知らせ')
    const link = await screen.findByRole('link', { name: importantItem.title })
    expect(link.getAttribute('href')).toBe('/information/3')
    expect(link.closest('li')!.textContent).toBe('メンテナンス重要秋の定期メンテナンス未確認2026/09/01')
    expect(screen.getByRole('link', { name: otherItem.title }).closest('li')!.textContent).toBe('障害情報配信遅延の復旧確認済み2026/09/01')
    expect(asked).toEqual(['is_important=false&remove_confirmed=false&limit=20'])
    await waitFor(() => expect(document.title).toBe('お知らせ | 広告プラットフォーム'))
    expect(
      within(screen.getByRole('navigation', { name: '現在地' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['ホーム', 'お知らせ'])
  })

  test('filters are in the address; what the call would refuse is left out', async () => {
    entries([importantItem])
    await page.open('/information?type=MAINTENANCE&unconfirmed=1&after=abc', { using: 10 })
    await screen.findByRole('link', { name: importantItem.title })
    expect(asked).toEqual(['type=MAINTENANCE&is_important=false&remove_confirmed=true&limit=20&after=abc'])
    fireEvent.click(screen.getByRole('checkbox', { name: '未確認のみ表示' }))
    await waitFor(() => expect(address()).toBe('/information?type=MAINTENANCE'))
    await page.router.navigate('/information?type=NONSENSE')
    await waitFor(() => expect(asked.at(-1)).toBe('is_important=false&remove_confirmed=false&limit=20'))
  })

  test('pages forth and back, from a bookmarked page too', async () => {
    entries([importantItem], 'c2')
    await page.open('/information?type=MAINTENANCE', { using: 10 })
    await screen.findByRole('link', { name: importantItem.title })
    expect(screen.getByRole('button', { name: '前へ' })).toHaveProperty('disabled', true)
    entries([otherItem], 'c3', 'c1')
    press('次へ')
    await screen.findByRole('link', { name: otherItem.title })
    expect(address()).toBe('/information?type=MAINTENANCE&after=c2')
    entries([importantItem], 'c2', null)
    press('前へ')
    await screen.findByRole('link', { name: importantItem.title })
    expect(address()).toBe('/information?type=MAINTENANCE&before=c1')
    expect(asked.at(-1)).toBe('type=MAINTENANCE&is_important=false&remove_confirmed=false&limit=20&before=c1')
    expect(screen.getByRole('button', { name: '前へ' })).toHaveProperty('disabled', true)
  })

  test('pages wait for the list that a filter asks for: the cursors are those of the one before', async () => {
    entries([importantItem], 'c2', 'c1')
    await page.open('/information', { using: 10 })
    await screen.findByRole('link', { name: importantItem.title })
    page.server.instead.set(list, 'pending')
    fireEvent.click(screen.getByRole('checkbox', { name: '未確認のみ表示' }))
    for (const name of ['前へ', '次へ']) await waitFor(() => expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true))
  })

  test('a page that is no more offers the first one', async () => {
    entries([])
    await page.open('/information?after=c9', { using: 10 })
    expect(await screen.findByText('このページにはお知らせがありません。')).toBeTruthy()
    press('最初のページへ')
    await waitFor(() => expect(address()).toBe('/information'))
  })

  test('nothing published, and nothing that matches, are two things', async () => {
    await page.open('/information', { using: 10 })
    expect(await screen.findByText('現在、掲載中のお知らせはありません。')).toBeTruthy()
    await page.router.navigate('/information?type=FEATURE')
    expect(await screen.findByText('条件に一致するお知らせはありません。')).toBeTruthy()
    press('条件を解除')
    await waitFor(() => expect(address()).toBe('/information'))
  })

  test('a failure says so and can be tried again', async () => {
    page.server.instead.set(list, { status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } })
    await page.open('/information', { using: 10, language: 'en' })
    expect(await screen.findByText('サーバーでエラーが発生しました')).toBeTruthy()
    entries([importantItem])
    press('Retry')
    expect((await screen.findByRole('link', { name: importantItem.title })).closest('li')!.textContent).toContain('Unconfirmed')
  })

  test('is not for who is signed out', async () => {
    await page.open('/information')
    expect(await heading('ログイン')).toBeTruthy()
  })
})

describe('one announcement', () => {
  beforeEach(() => void page.server.instead.set(`${list}/3`, { status: 200, body: { data: viewed } }))

  test('shows text and files; nothing in the text runs', async () => {
    await page.open('/information/3', { using: 20 })
    await heading(viewed.title)
    expect(screen.getByRole('heading', { level: 2, name: '日時' })).toBeTruthy()
    expect(document.querySelector('article script')).toBeNull()
    expect((window as { stolen?: number }).stolen).toBeUndefined()
    const file = screen.getByRole('link', { name: '案内.pdf' })
    expect([file.getAttribute('href'), file.getAttribute('download')]).toEqual(['/api/information/3/attachment/9', '案内.pdf'])
    expect(file.closest('li')!.textContent).toContain('1.5 MB')
    await waitFor(() => expect(document.title).toBe('秋の定期メンテナンス – お知らせ | 広告プラットフォーム'))
    const crumbs = screen.getByRole('navigation', { name: '現在地' })
    expect(within(crumbs).getByRole('link', { name: 'お知らせ' }).getAttribute('href')).toBe('/information')
  })

  test('is confirmed with 確認済みにする; the bell and the page follow', async () => {
    page.server.instead.set('/api/information/confirm/3', { status: 201 })
    entries([importantItem])
    await page.open('/information/3', { using: 20 })
    await heading(viewed.title)
    await screen.findByRole('link', { name: 'お知らせがあります。' })
    entries([])
    page.server.instead.set(`${list}/3`, { status: 200, body: { data: { ...viewed, confirmed: true } } })
    press('確認済みにする')
    const word = await screen.findByText('確認済み')
    await waitFor(() => expect(document.activeElement).toBe(word))
    expect(screen.queryByRole('button', { name: '確認済みにする' })).toBeNull()
    await screen.findByRole('link', { name: '新しいお知らせはありません。' })
    expect(page.called('/api/information/confirm/3')).toHaveLength(1)
  })

  test('a refused confirmation says why, and the button stays', async () => {
    page.server.instead.set('/api/information/confirm/3', {
      status: 500,
      body: { code: 'internal', message: 'サーバーでエラーが発生しました' },
    })
    await page.open('/information/3', { using: 20 })
    await heading(viewed.title)
    press('確認済みにする')
    expect(await screen.findByText('サーバーでエラーが発生しました')).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('button', { name: /確認済みにする$/u })).toBeTruthy())
  })

  test.each(['/information/99', '/information/abc', '/information/0'])('%s is not there, and says so', async (path) => {
    page.server.instead.set(`${list}/99`, { status: 404, body: { code: 'not_found', message: '対象が見つかりません' } })
    await page.open(path, { using: 20 })
    await heading('お知らせが見つかりません')
    expect(screen.getByRole('link', { name: 'お知らせの一覧へ' }).getAttribute('href')).toBe('/information')
    expect(page.called(`${list}/abc`)).toEqual([])
  })
})
