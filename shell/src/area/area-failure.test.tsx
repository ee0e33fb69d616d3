// @vitest-environment jsdom
import { refreshSession, signOut } from '@adsite/auth'
import { startI18n } from '@adsite/i18n'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addShellTexts } from '../base/texts.ts'
import { AreaLoadError, type LoadPhase } from '../federation/area-load-error.ts'
import { FakeServer, sampleSession } from '../testing/fake-server.ts'
import { AreaFailure } from './AreaFailure.tsx'

const server = new FakeServer()
const retried = vi.fn<() => void>()
const onLine = vi.spyOn(navigator, 'onLine', 'get')

const loadFailed = 'この画面の読み込みに失敗しました。自動的に再試行します。ほかのメニューはそのまま使えます。'
const unfit = 'この画面は現在のサイトと互換性がないため、読み込みを中止しました。ほかのメニューはそのまま使えます。'
const unverified = 'この画面は正規のリリースであることを確認できないため、読み込みを中止しました。ほかのメニューはそのまま使えます。'
const broken = 'この画面の表示中にエラーが発生しました。ほかのメニューはそのまま使えます。'
const loadsByItself = 'オフラインのため読み込めません。接続が回復すると自動的に読み込みます。'

const inPhase = (phase: LoadPhase) => new AreaLoadError('ad', '1.0.0-a', phase, new Error('cause'))
const missing: readonly Error[] = [
  inPhase('resolve'),
  inPhase('entry'),
  inPhase('chunk'),
  Object.assign(new Error('Loading chunk 1 failed'), { name: 'ChunkLoadError' }),
]
const wrong: readonly (readonly [Error, string])[] = [
  [inPhase('contract'), unfit],
  [inPhase('signature'), unverified],
  [new TypeError('x is not a function'), broken],
]

beforeEach(() => {
  startI18n('ja')
  addShellTexts()
  server.start()
  retried.mockReset()
  onLine.mockReturnValue(true)
})
afterEach(async () => {
  cleanup()
  await signOut()
  vi.unstubAllGlobals()
})

/** The panel as it is for an account: 10 is an advertiser's, 30 the administrator's. */
async function show(error: Error, using = 30): Promise<void> {
  server.session = sampleSession(using)
  await refreshSession()
  render(
    <MemoryRouter initialEntries={['/ad/campaign']}>
      <AreaFailure area="ad" error={error} onRetry={retried} />
    </MemoryRouter>,
  )
}
const rollback = () => screen.queryByRole('link', { name: 'リリース管理で前のビルドに戻す' })?.getAttribute('href') ?? null
const isOnline = (now: boolean) => {
  onLine.mockReturnValue(now)
  act(() => void window.dispatchEvent(new Event(now ? 'online' : 'offline')))
}

describe('the panel of an area that failed', () => {
  test.each([...missing.map((error) => [error, loadFailed] as const), ...wrong])('says why: %s', async (error, why) => {
    await show(error)
    expect(screen.getByText(why)).toBeTruthy()
    expect(rollback()).toBe('/releases?unit=ad&action=rollback')
    fireEvent.click(screen.getByRole('button', { name: '再試行' }))
    expect(retried).toHaveBeenCalledTimes(1)
  })

  test('offers the rollback to administrators alone', async () => {
    await show(inPhase('entry'), 10)
    expect(screen.getByText(loadFailed)).toBeTruthy()
    expect(rollback()).toBeNull()
  })

  // A rollback mends no connection, and would take a good build from everybody.
  test.each(missing)('offers none while the browser is offline: %s', async (error) => {
    onLine.mockReturnValue(false)
    await show(error)
    expect(screen.getByText(loadsByItself)).toBeTruthy()
    expect(rollback()).toBeNull()
    isOnline(true)
    expect(rollback()).not.toBeNull()
  })

  test.each(wrong)('is about the build and not about the connection: %s', async (error, why) => {
    await show(error)
    isOnline(false)
    expect(screen.getByText(why)).toBeTruthy()
    expect(rollback()).not.toBeNull()
  })
})
