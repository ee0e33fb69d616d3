// @vitest-environment jsdom
import type { RegistryPointers } from '@adsite/remote'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../base/read-settings.ts'
import { sampleRelease } from '../testing/sample-pointers.ts'
import { standingOf, withDeveloped } from './development.ts'

const settings = { account_id: 7, until: '2026-01-01T08:00:00.000Z' }
const before = Date.parse('2026-01-01T07:59:59Z')

describe('a development build runs', () => {
  it('while the API names the account that the page was made for, as an administrator', () => {
    expect(standingOf(settings, { accountId: 7, role: 'admin' }, before)).toBe('running')
  })

  it('not before the API has said who is signed in', () => {
    expect(standingOf(settings, undefined, before)).toBe('unknown')
  })

  it.each([
    ['signed out', null, before],
    ['in another account', { accountId: 8, role: 'admin' as const }, before],
    ['for an advertiser', { accountId: 7, role: 'advertiser' as const }, before],
    ['for a media group', { accountId: 7, role: 'pg' as const }, before],
    ['when its time is over', { accountId: 7, role: 'admin' as const }, Date.parse(settings.until)],
  ])('not %s', (_, account, now) => {
    expect(standingOf(settings, account, now)).toBe('ended')
  })
})

describe('what the page says of it', () => {
  const development = { area: 'ad', origin: 'http://127.0.0.1:9100', ...settings }
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
