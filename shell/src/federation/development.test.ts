// @vitest-environment jsdom
import { refreshSession } from '@adsite/auth'
import type { RegistryPointers } from '@adsite/remote'
import { getDefaultStore } from 'jotai'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readSettings } from '../base/read-settings.ts'
import { FakeServer, sampleSession } from '../testing/fake-server.ts'
import { sampleRelease } from '../testing/sample-pointers.ts'
import { developedAtom, standingAtom, standingOf, withDeveloped } from './development.ts'
import { startDevelopment } from './start-development.ts'

const settings = { account_id: 7, until: '2026-01-01T08:00:00.000Z' }

describe('a development build runs', () => {
  it('while the API names the account that the page was made for, as an administrator', () => {
    expect(standingOf(settings, { accountId: 7, role: 'admin' })).toBe('running')
  })

  it('not before the API has said who is signed in', () => {
    expect(standingOf(settings, undefined)).toBe('unknown')
  })

  it.each([
    ['signed out', null],
    ['in another account', { accountId: 8, role: 'admin' as const }],
    ['for an advertiser', { accountId: 7, role: 'advertiser' as const }],
    ['for a media group', { accountId: 7, role: 'pg' as const }],
  ])('not %s', (_, account) => {
    expect(standingOf(settings, account)).toBe('ended')
  })
})

describe('where the clock of the browser is wrong', () => {
  const hour = 3_600_000
  const reload = vi.fn<() => void>()
  const page = window
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    reload.mockReset()
  })

  it.each([
    ['an hour ahead', hour],
    ['an hour behind', -hour],
  ])('a development build runs as long as the server says: %s', async (_, wrong) => {
    const left = hour / 2
    const { manifest } = sampleRelease('ad', '1.0.0-dev')
    const development = { area: 'ad', origin: 'http://127.0.0.1:9100', ...settings, account_id: 30, left }
    document.head.innerHTML = `<script type="application/json" id="site-settings">${JSON.stringify({ development })}</script>`
    const server = new FakeServer()
    server.start()
    server.instead.set(`${development.origin}/manifest.json`, { status: 200, body: manifest })
    server.session = sampleSession(30)
    vi.useFakeTimers({ now: Date.parse(settings.until) - left + wrong, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    // The location of jsdom can neither reload nor be replaced.
    vi.stubGlobal('window', { ...page, location: { reload } })
    const followed = vi.spyOn(getDefaultStore(), 'sub')
    await startDevelopment(development)
    await refreshSession()
    expect(getDefaultStore().get(standingAtom)).toBe('running')
    expect(getDefaultStore().get(developedAtom)).toMatchObject({ release: { build: '1.0.0-dev' } })
    vi.advanceTimersByTime(left - 1)
    expect(reload).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(reload).toHaveBeenCalledOnce()
    // A page follows its session until it is gone; the next one is another page.
    for (const { value: stop } of followed.mock.results) stop()
    followed.mockRestore()
  })
})

describe('what the page says of it', () => {
  const development = { area: 'ad', origin: 'http://127.0.0.1:9100', ...settings, left: 1000 }
  const read = (written: object) => {
    document.head.innerHTML = `<script type="application/json" id="site-settings">${JSON.stringify({ development: written })}</script>`
    return readSettings().development
  }

  it('is believed for servers on this machine alone', () => {
    expect(read(development)).toEqual(development)
    for (const origin of ['https://evil.example', 'http://127.0.0.1.evil.example:9100', '//127.0.0.1:9100']) {
      expect(read({ ...development, origin })).toBeUndefined()
    }
  })
})

const pointers: RegistryPointers = {
  channel: 'stable',
  remotes: {
    ad: { rev: 3, stable: sampleRelease('ad', '1.0.0-a'), canary: null, lastKnownGood: ['0.9.0-z'], bad: [] },
    md: { rev: 1, stable: sampleRelease('md', '1.0.0-m'), canary: null, lastKnownGood: [], bad: [] },
  },
}

it('stands in for its own area alone, without a way back to a release', () => {
  expect(withDeveloped(pointers, undefined)).toBe(pointers)
  const { remotes } = withDeveloped(pointers, sampleRelease('ad', '1.0.0-dev'))
  expect(remotes.ad).toMatchObject({ stable: { build: '1.0.0-dev' }, canary: null, lastKnownGood: [] })
  expect(remotes.md).toBe(pointers.remotes.md)
})
