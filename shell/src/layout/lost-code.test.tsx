// @vitest-environment jsdom
import { refreshSession } from '@adsite/auth'
import { dashboardEndpoints, releaseEndpoints } from '@adsite/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { runAction } from '../alert/run-action.ts'
import { answerFactorAsked, askForFactor } from '../factor/ask-for-factor.ts'
import type * as lazyModule from '../screen/lazy-screen.tsx'
import { BrowserPage, heading, press, type } from '../testing/browser-page.tsx'
import { stubDialog } from '@adsite/screen-kit/testing'
import { sampleSession } from '../testing/fake-server.ts'
import { samplePointers } from '../testing/sample-pointers.ts'
import { period } from '../testing/samples.ts'

const { network } = vi.hoisted(() => ({ network: { lost: false, loads: 0 } }))
const pointers = samplePointers()
vi.mock('../federation/index.ts', async (original) => ({
  ...(await original<object>()),
  usePointers: () => pointers,
  enterArea: () => new Promise(() => undefined),
}))
/** Code of the shell that is not in the page yet does not arrive while the network is lost. */
vi.mock('../screen/lazy-screen.tsx', async (original) => {
  const real = await original<typeof lazyModule>()
  const lazyScreen: typeof real.lazyScreen = (load) =>
    real.lazyScreen(async () => {
      network.loads += 1
      if (network.lost) throw Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' })
      return load()
    })
  return { ...real, lazyScreen }
})

// jsdom does not render charts.
vi.mock('../dashboard/DeliveryChart.tsx', () => ({ default: ({ name }: { name: string }) => <p>chart of {name}</p> }))

let page: BrowserPage

beforeAll(
  () =>
    Promise.all([
      import('./BaseLayout.tsx'),
      import('./AccountDialog.tsx'),
      import('../dashboard/DashboardScreen.tsx'),
      import('../own-account/OwnAccountScreen.tsx'),
      import('../releases/ReleasesScreen.tsx'),
    ]),
  60_000,
)
beforeEach(() => {
  stubDialog()
  page = new BrowserPage()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(async () => {
  network.lost = false
  answerFactorAsked(false)
  await page.close()
  vi.restoreAllMocks()
})

const missing = () => screen.findByRole('alertdialog', { name: '読み込みに失敗しました。自動的に再試行します。' })
const comesOnline = () => act(async () => void window.dispatchEvent(new Event('online')))
const failed = () => heading('この画面を表示できません')

/** Signs in as a user who has to add a second factor first. */
async function enrol(losing = false): Promise<void> {
  page.server.instead.set('/login', { status: 401, body: { code: 'sign_in_unfinished', message: 'ログインが完了していません' } })
  page.server.instead.set('/api/sign-in', { status: 200, body: { data: { step: 'factor', choices: [], enrol: true } } })
  await page.open('/auth/login')
  await heading('ログイン')
  type('メールアドレス', 'multi@demo.example')
  type('パスワード', 'Demo-2026-adsite')
  network.lost = losing
  press('ログイン')
}

describe('a screen whose code was lost', () => {
  test('is asked for anew by its button, each time that it is pressed and no more often', async () => {
    await page.open('/', { using: 30 })
    await heading('山田さん')
    network.lost = true
    await act(() => page.router.navigate('/integrations'))
    await failed()
    const { loads } = network
    press('再試行')
    await waitFor(() => expect(network.loads).toBe(loads + 1))
    await failed()
    network.lost = false
    press('再試行')
    await heading('外部連携')
    expect(network.loads).toBe(loads + 2)
  })

  test('says that the browser is offline, and is asked for once it no longer is', async () => {
    page.server.instead.set('/api/session', { status: 200, body: { data: [] } })
    await page.open('/', { using: 30 })
    await heading('山田さん')
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    network.lost = true
    await act(() => page.router.navigate('/account'))
    await failed()
    expect(screen.getByText('オフラインのため読み込めません。接続が回復すると自動的に読み込みます。')).toBeTruthy()
    network.lost = false
    onLine.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(await screen.findByLabelText('現在のパスワード')).toBeTruthy()
  })

  test('is asked for anew by the next visit', async () => {
    await page.open('/', { using: 30 })
    await heading('山田さん')
    network.lost = true
    await act(() => page.router.navigate('/information'))
    await failed()
    await act(() => page.router.navigate('/'))
    await heading('山田さん')
    network.lost = false
    await act(() => page.router.navigate('/information'))
    expect(await heading('お知らせ')).toBeTruthy()
  })

  test('is asked for once where the page begins with it', async () => {
    network.lost = true
    const { loads } = network
    await page.open('/development', { using: 30 })
    await failed()
    expect(network.loads).toBe(loads + 1)
  })

  test('as a step of the sign-in, is asked for anew by its button', async () => {
    await enrol(true)
    await failed()
    network.lost = false
    press('再試行')
    expect(await heading('二段階認証の登録')).toBeTruthy()
  })
})

/** A page with a form, of which something is filled in. */
async function openForm(): Promise<void> {
  page.server.instead.set('/api/session', { status: 200, body: { data: [] } })
  await page.open('/account', { using: 10 })
  await screen.findByLabelText('現在のパスワード')
  type('現在のパスワード', 'typed')
}
/** Like a call that needs a fresh factor. */
const callWithFactor = () =>
  runAction(async () => {
    if (!(await askForFactor())) throw new Error('この操作には本人確認が必要です')
  })
const typed = () => screen.getByLabelText<HTMLInputElement>('現在のパスワード').value

describe('a dialog whose code was lost says so, leaves the page as it is, and opens once it arrives', () => {
  test('the choice of the account', async () => {
    await openForm()
    network.lost = true
    press('利用中のアカウント：広告主A')
    const dialog = await missing()
    expect(within(dialog).getByRole('button', { name: '閉じる' }).className).toBe('button second')
    expect(within(dialog).getByRole('button', { name: '再試行' }).className).toBe('button')
    expect(typed()).toBe('typed')
    network.lost = false
    await comesOnline()
    expect(await screen.findByRole('dialog', { name: 'アカウント選択' })).toBeTruthy()
    expect(typed()).toBe('typed')
  })

  test('the question for a factor, for which its call waits until it is given up', async () => {
    await openForm()
    network.lost = true
    const givenUp = callWithFactor()
    await missing()
    press('閉じる')
    expect(await givenUp).toMatchObject({ done: false })
    expect(typed()).toBe('typed')
    const outcome = callWithFactor()
    await missing()
    network.lost = false
    await comesOnline()
    expect(await screen.findByRole('dialog', { name: '本人確認' })).toBeTruthy()
    act(() => answerFactorAsked(true))
    expect(await outcome).toMatchObject({ done: true })
  })

  test('the question for a factor before the sign-in is complete', async () => {
    await enrol()
    await heading('二段階認証の登録')
    network.lost = true
    void callWithFactor()
    await missing()
    await heading('二段階認証の登録')
    network.lost = false
    press('再試行')
    expect(await screen.findByRole('dialog', { name: '本人確認' })).toBeTruthy()
  })

  test('a dialog of the releases page', async () => {
    page.server.instead.set(releaseEndpoints.list.path, { status: 200, body: { data: [] } })
    await page.open('/releases', { using: 30 })
    const preview = await screen.findByRole('button', { name: 'ビルドをプレビュー' })
    network.lost = true
    fireEvent.click(preview)
    await missing()
    await heading('リリース管理')
    network.lost = false
    await comesOnline()
    expect(await screen.findByRole('dialog', { name: 'ビルドのプレビュー' })).toBeTruthy()
  })
})

test('the chart of the dashboard leaves the figures in place, and comes once its code does', async () => {
  await page.open('/', { using: 30 })
  await heading('山田さん')
  const [current, previous] = [period('2026-09-08', 1100, '2000'), period('2026-09-01', 1000, '4000')]
  page.server.instead.set(dashboardEndpoints.delivery.path, { status: 200, body: { data: { current, previous } } })
  network.lost = true
  fireEvent.click(screen.getByRole('radio', { name: '過去30日間' }))
  const failure = () => screen.findByText('グラフの読み込みに失敗しました。自動的に再試行します。数値はそのまま確認できます。')
  await failure()
  expect(screen.getByRole('button', { name: /^表示回数.*1,100/u })).toBeTruthy()
  const { loads } = network
  press('再試行')
  await waitFor(() => expect(network.loads).toBe(loads + 1))
  await failure()
  screen.getByRole('button', { name: '再試行' }).focus()
  network.lost = false
  await comesOnline()
  const chart = await screen.findByText('chart of imps')
  await waitFor(() => expect(document.activeElement).toBe(chart))
})

test('banners whose code was lost are left out until it arrives', async () => {
  await page.open('/', { using: 10 })
  await heading('山田さん')
  network.lost = true
  const { loads } = network
  page.server.session = { ...sampleSession(10), factor_due: '2026-12-01', factor_reset_due: '2026-12-01T00:00:00.000Z' }
  await act(() => refreshSession())
  await waitFor(() => expect(network.loads).toBe(loads + 2))
  await act(() => new Promise((resolve) => setTimeout(resolve, 500)))
  await heading('山田さん')
  const banners = () => screen.queryAllByRole('complementary', { name: /^二段階認証/u })
  expect(banners()).toEqual([])
  network.lost = false
  await comesOnline()
  await waitFor(() => expect(banners()).toHaveLength(2))
})
