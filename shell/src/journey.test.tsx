// @vitest-environment jsdom
import { activeAccount, configureClient, queryClient } from '@adsite/api-client'
import { recheckSession, refreshSession, signOut } from '@adsite/auth'
import { startI18n } from '@adsite/i18n'
import { useShell, type Area } from '@adsite/remote'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { createElement, useEffect, useState, type ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearAlert } from './alert/alert-state.ts'
import { displayedSessionAtom } from './auth/session/displayed-session.ts'
import { AreaLoadError } from './federation/index.ts'
import { routes } from './routes.tsx'
import { FakeServer, sampleSession } from './testing/fake-server.ts'
import { samplePointers, sampleRoutes } from './testing/sample-pointers.ts'
import { addShellTexts } from './base/texts.ts'

// Pages are slow in jsdom, even more so while other tests run.
configure({ asyncUtilTimeout: 60_000 })

const federation = vi.hoisted(() => ({
  enterArea: vi.fn<(area: string) => Promise<unknown>>(),
}))
const prefetchArea = vi.hoisted(() => vi.fn<(area: string, routeName?: string) => Promise<void>>())
const pointers = samplePointers()
vi.mock('./federation/index.ts', async (original) => ({ ...(await original<object>()), ...federation, usePointers: () => pointers }))
vi.mock('./screen/area-screens.ts', async (original) => ({ ...(await original<object>()), prefetchArea }))

let server: FakeServer
let router: ReturnType<typeof createMemoryRouter>

/** An area whose screens each show their name and an input. */
function sampleArea(area: string, screens: Readonly<Record<string, () => ReactNode>> = {}): Area {
  const usual = (name: string) =>
    function Screen(): ReactNode {
      const [typed, setTyped] = useState('')
      return createElement('div', {}, [
        createElement('h1', { key: 'heading' }, `${name}の中身`),
        createElement('input', { key: 'input', 'aria-label': '入力', value: typed, onChange: (event) => setTyped(event.target.value) }),
      ])
    }
  return {
    area,
    title: { ja: '広告管理', en: 'Advertising' },
    icon: '',
    routes: sampleRoutes[area]!.map((route) => ({
      ...route,
      screen: () => Promise.resolve({ default: screens[route.name] ?? usual(route.name) }),
    })) as unknown as Area['routes'],
  }
}

async function open(path: string, using?: number): Promise<void> {
  if (using !== undefined) {
    server.session = sampleSession(using)
    await refreshSession()
  }
  getDefaultStore().set(displayedSessionAtom, undefined)
  router = createMemoryRouter(routes, { initialEntries: [path] })
  render(createElement(QueryClientProvider, { client: queryClient }, createElement(RouterProvider, { router })))
}

const place = () => router.state.location.pathname + router.state.location.search
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const message = () => screen.getAllByRole('alert').map(({ textContent }) => textContent)
const comeBack = () => act(() => document.dispatchEvent(new Event('visibilitychange')))

// Loads the component library before the tests, so that it does not count towards their time limit.
beforeAll(
  () => Promise.all([import('./layout/BaseLayout.tsx'), import('./layout/AccountDialog.tsx'), import('./auth/LoginScreen.tsx')]),
  60_000,
)

beforeEach(() => {
  startI18n('ja')
  addShellTexts()
  configureClient({ onUnauthenticated: () => void recheckSession(), onAccountChanged: () => void recheckSession() })
  vi.stubGlobal('scrollTo', () => undefined)
  federation.enterArea.mockImplementation((area) => Promise.resolve({ build: '1.0.0', area: sampleArea(area) }))
  server = new FakeServer()
  server.start()
})

afterEach(async () => {
  cleanup()
  server.instead.clear()
  await signOut()
  clearAlert()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

describe('signing in', () => {
  test('leads from the page that was asked for over login and /tmp back to it', async () => {
    await open('/ad/campaign/7?tab=a')
    await heading('ログイン')
    expect(place()).toBe('/auth/login?to=%2Fad%2Fcampaign%2F7%3Ftab%3Da')
    fireEvent.change(screen.getByLabelText('メールアドレス'), { target: { value: 'multi@demo.example' } })
    fireEvent.change(screen.getByLabelText('パスワード'), { target: { value: 'Demo-2026-adsite' } })
    fireEvent.click(screen.getByRole('button', { name: 'ログイン' }))
    await heading('campaign.detailの中身')
    expect(place()).toBe('/ad/campaign/7?tab=a')
    expect(server.calls.map(({ path }) => path)).toContain('/api/account/me')
    await waitFor(() => expect(document.title).toBe('campaign.detailの画面 | 広告プラットフォーム'))
  })

  test('the tab has the name that the screen on show gives itself, and that of the route without one', async () => {
    const named = () => {
      const shell = useShell()
      useEffect(() => shell.nameTab('春の新商品 – キャンペーン'), [shell])
      return createElement('h1', {}, '春の新商品')
    }
    federation.enterArea.mockResolvedValue({ build: '1.0.0', area: sampleArea('ad', { 'campaign.detail': named }) })
    await open('/ad/campaign/7', 30)
    await heading('春の新商品')
    await waitFor(() => expect(document.title).toBe('春の新商品 – キャンペーン | 広告プラットフォーム'))
    await act(() => router.navigate('/ad/campaign'))
    await heading('campaign.listの中身')
    await waitFor(() => expect(document.title).toBe('campaign.listの画面 | 広告プラットフォーム'))
  })

  test('asks for what is missing and calls nobody', async () => {
    await open('/auth/login')
    await heading('ログイン')
    fireEvent.click(screen.getByRole('button', { name: 'ログイン' }))
    expect(await screen.findAllByText('必須項目です。')).toHaveLength(2)
    expect(screen.getByLabelText('メールアドレス').getAttribute('aria-invalid')).toBe('true')
    expect(server.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  test.each([
    ['a wrong password', 422, 'login_failed', 'ログインに失敗しました'],
    ['too many tries', 429, 'too_many_requests', '試行回数が上限に達しました。しばらくしてからお試しください'],
  ])('says what the server says: %s', async (_, status, code, words) => {
    server.instead.set('/login', { status, body: { code, message: words } })
    await open('/auth/login')
    await heading('ログイン')
    fireEvent.change(screen.getByLabelText('メールアドレス'), { target: { value: 'multi@demo.example' } })
    fireEvent.change(screen.getByLabelText('パスワード'), { target: { value: 'wrong' } })
    fireEvent.click(screen.getByRole('button', { name: 'ログイン' }))
    await waitFor(() => expect(message()).toContain(words))
    expect(place()).toBe('/auth/login')
  })

  test('error=unauthorized says 認証に失敗しました', async () => {
    await open('/auth/login?error=unauthorized')
    await heading('ログイン')
    expect(message()).toContain('認証に失敗しました')
  })
})

describe('the role guard', () => {
  test('a route that the role may not open: an error, and /', async () => {
    await open('/op/company', 10)
    await heading('山田さん')
    expect(place()).toBe('/')
    expect(message()).toContain('表示権限がありません')
    expect(federation.enterArea).not.toHaveBeenCalled()
  })

  test('another such route before the first has been left: to / as well', async () => {
    await open('/', 10)
    await heading('山田さん')
    let further = 2
    const stop = router.subscribe(({ location }) => {
      // The router has accepted the location but not rendered it yet.
      if (location.pathname === '/' && further-- > 0) void router.navigate('/op/company/1')
    })
    await router.navigate('/op/company')
    await waitFor(() => expect(further).toBe(-1))
    stop()
    await heading('山田さん')
    expect(place()).toBe('/')
  })

  test('a route that does not exist leads to /', async () => {
    await open('/nowhere/at/all', 30)
    await heading('山田さん')
    expect(place()).toBe('/')
  })
})

describe('accounts', () => {
  test('choosing another tells the server, says so, and goes over /tmp', async () => {
    await open('/ad/achievements', 10)
    await heading('achievementsの中身')
    fireEvent.click(screen.getByRole('button', { name: '利用中のアカウント：広告主A' }))
    const dialog = await screen.findByRole('dialog', { name: 'アカウント選択' })
    expect(within(dialog).getByRole('radio', { name: '広告主 広告主A' })).toHaveProperty('checked', true)
    // Roles use the names of the constants.
    fireEvent.click(await within(dialog).findByRole('radio', { name: 'メディアグループ（PG） メディアB' }))
    const places: string[] = []
    router.subscribe(({ location }) => places.push(location.pathname))
    fireEvent.click(within(dialog).getByRole('button', { name: /選\s?択/u }))
    await heading('山田さん')
    expect(server.calls).toContainEqual({ method: 'POST', path: '/api/change-role', body: { account_id: 20 } })
    expect(screen.getByText('アカウントを切り替えました')).toBeTruthy()
    expect(places).toContain('/tmp')
    expect(activeAccount()).toBe(20)
    expect(screen.getByText('メディアB（メディアグループ）')).toBeTruthy()
    // Only pages that the new role may open are offered.
    expect(screen.queryByRole('button', { name: '広告管理' })).toBeNull()
    expect(screen.getByRole('button', { name: 'メディア管理' })).toBeTruthy()
  })

  test('choosing the one in use changes nothing', async () => {
    await open('/ad/achievements', 10)
    await heading('achievementsの中身')
    fireEvent.click(screen.getByRole('button', { name: '利用中のアカウント：広告主A' }))
    const dialog = await screen.findByRole('dialog', { name: 'アカウント選択' })
    fireEvent.click(within(dialog).getByRole('button', { name: /選\s?択/u }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'アカウント選択' })).toBeNull())
    expect(server.calls.filter(({ path }) => path === '/api/change-role')).toEqual([])
    expect(place()).toBe('/ad/achievements')
  })

  test('one account: a chip without a choice', async () => {
    server.session = { ...sampleSession(10), accounts: sampleSession(10).accounts.slice(0, 1) }
    await refreshSession()
    await open('/')
    await heading('山田さん')
    expect(screen.queryByRole('button', { name: /利用中のアカウント/u })).toBeNull()
  })

  test('switched in another tab: no screen of the former account stands, over /tmp to /', async () => {
    await open('/ad/achievements', 10)
    await heading('achievementsの中身')
    server.session = sampleSession(20)
    comeBack()
    await heading('山田さん')
    expect(place()).toBe('/')
    expect(screen.getByText('メディアB（メディアグループ）')).toBeTruthy()
  })

  test('nothing changed: the page stays, with what was typed', async () => {
    await open('/ad/achievements', 10)
    await heading('achievementsの中身')
    fireEvent.change(screen.getByLabelText('入力'), { target: { value: '途中' } })
    const before = server.calls.length
    comeBack()
    await waitFor(() => expect(server.calls.length).toBeGreaterThan(before))
    expect(screen.getByLabelText('入力')).toHaveProperty('value', '途中')
  })

  test('signed out in another tab: to the login, saying why', async () => {
    await open('/ad/achievements', 10)
    await heading('achievementsの中身')
    server.session = null
    comeBack()
    await heading('ログイン')
    expect(place()).toBe('/auth/login?error=unauthorized&to=%2Fad%2Fachievements')
  })

  test('the API is away for a moment: the page stays', async () => {
    await open('/ad/achievements', 10)
    await heading('achievementsの中身')
    server.instead.set('/api/account/me', 'lost')
    const before = server.calls.length
    comeBack()
    await waitFor(() => expect(server.calls.length).toBeGreaterThan(before))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('achievementsの中身')
    server.instead.clear()
  })

  test.each([
    ['agrees', { status: 200 }],
    ['fails', { status: 500 }],
  ])('signing out leads to the login when the server %s', async (_, answer) => {
    await open('/', 10)
    await heading('山田さん')
    server.instead.set('/logout', answer)
    fireEvent.click(screen.getByRole('button', { name: 'ログアウト' }))
    await heading('ログイン')
    expect(place()).toBe('/auth/login')
    expect(activeAccount()).toBeNull()
  })
})

describe('an area that does not work', () => {
  const panel = () => heading('広告管理を表示できません')

  test('does not load: a panel, the rest works, 再試行 recovers', async () => {
    federation.enterArea.mockRejectedValueOnce(new AreaLoadError('ad', '1.0.0', 'entry', new Error('remoteEntry.js is missing')))
    await open('/ad/achievements', 30)
    await panel()
    expect(screen.getByText('詳細：1.0.0 / entry / remoteEntry.js is missing')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'ログアウト' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'メディア管理' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '再試行' }))
    await heading('achievementsの中身')
  })

  test('throws while it is drawn: a panel inside the area; another page of it recovers', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const throwing = () => {
      throw new Error('broken screen')
    }
    federation.enterArea.mockResolvedValue({ build: '1.0.0', area: sampleArea('ad', { achievements: throwing }) })
    await open('/ad/achievements', 30)
    await panel()
    expect(screen.getByText('詳細：broken screen')).toBeTruthy()
    await act(() => router.navigate('/ad/campaign'))
    await heading('campaign.listの中身')
    quiet.mockRestore()
  })
})

describe('inside an area', () => {
  test('the build stays while one is inside, and is chosen anew on entering', async () => {
    await open('/ad/campaign', 30)
    await heading('campaign.listの中身')
    await act(() => router.navigate('/ad/campaign/create'))
    await heading('campaign.createの中身')
    expect(federation.enterArea).toHaveBeenCalledTimes(1)
    await act(() => router.navigate('/md/ad_space'))
    await heading('space.listの中身')
    await act(() => router.navigate('/ad/campaign'))
    await heading('campaign.listの中身')
    expect(federation.enterArea.mock.calls.map(([area]) => area)).toEqual(['ad', 'md', 'ad'])
  })

  test('breadcrumb, and the focus on the heading after a way to another page', async () => {
    await open('/ad/campaign', 30)
    await heading('campaign.listの中身')
    await act(() => router.navigate('/ad/campaign/7'))
    const found = await heading('campaign.detailの中身')
    await waitFor(() => expect(document.activeElement).toBe(found))
    const crumbs = screen.getByRole('navigation', { name: '現在地' })
    expect(
      within(crumbs)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['ホーム', '広告管理', 'campaign.listの画面', 'campaign.detailの画面'])
    expect(within(crumbs).getByRole('link', { name: 'campaign.listの画面' }).getAttribute('href')).toBe('/ad/campaign')
  })
})

describe('sidebar', () => {
  test('opens one drawer at a time; Escape or a press beside it closes it and gives the focus back', async () => {
    await open('/ad/campaign', 30)
    await heading('campaign.listの中身')
    const [ad, md] = ['広告管理', 'メディア管理'].map((name) => screen.getByRole('button', { name }))
    expect(ad!.getAttribute('aria-current')).toBe('true')
    fireEvent.click(ad!)
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'campaign.listの画面', current: 'page' }))
    fireEvent.click(md!)
    expect([ad!, md!].map((button) => button.getAttribute('aria-expanded'))).toEqual(['false', 'true'])
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
    expect(md!.getAttribute('aria-expanded')).toBe('false')
    expect(document.activeElement).toBe(md)
    fireEvent.click(md!)
    expect(document.activeElement).not.toBe(md)
    fireEvent.click(screen.getByRole('button', { name: 'メニューを閉じる' }))
    expect(md!.getAttribute('aria-expanded')).toBe('false')
    expect(document.activeElement).toBe(md)
  })

  test('loads ahead what the reader points at', async () => {
    await open('/', 30)
    await heading('山田さん')
    fireEvent.click(screen.getByRole('button', { name: '運用管理' }))
    fireEvent.mouseEnter(
      within(screen.getByRole('navigation', { name: 'メインメニュー' })).getByRole('link', { name: 'company.createの画面' }),
    )
    expect(prefetchArea).toHaveBeenLastCalledWith('op', 'company.create')
  })
})
