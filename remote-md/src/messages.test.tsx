// @vitest-environment jsdom
import { adArticleStates, adWhitelistStates, type Text } from '@adsite/contract'
import type { Language } from '@adsite/i18n'
import { FakeApi, openScreen } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import AdvertisementDetailScreen from './advertisement/AdvertisementDetailScreen.tsx'
import { area } from './area.ts'
import RejectRequestCreateScreen from './reject-request/RejectRequestCreateScreen.tsx'
import { texts } from './texts.ts'

// The success messages of SPEC section 8 that belong to the media side, each after the work that it is about.

const stamps = {
  ...{ version: 1, created_by: null, created_at: '2026-01-01T00:00:00.000Z', updated_by: null, updated_at: null },
  ...{ deleted_by: null, deleted_at: null, refs: {}, blocked: {} },
}
const advertisement = { id: 4, name: '冬の広告', ad_id: 9, medium_id: 2, status: 'SERVING', request_status: null, ...stamps }
const list = (...data: object[]) => ({ data, page: { next: null, total: data.length, total_capped: false } })
const row = (status: string) => list({ id: 7, name: '媒体', title: '記事', status, ad_id: 9, medium_id: 2, ...stamps })

interface Case {
  readonly says: Text
  readonly write: readonly [call: string, status: 201 | 204]
  readonly path: string
  readonly at: string
  readonly screen: ReactNode
  readonly reads: Readonly<Record<string, object>>
  readonly act: (press: (label: Text, where?: 'tooltip') => Promise<void>, language: Language) => Promise<void>
}

const detail = { path: '/md/advertisement/:id', at: '/md/advertisement/4', screen: <AdvertisementDetailScreen /> }
const reads = (whitelist: object, articles: object) => ({
  ...{ '/api/advertisement/4': { data: advertisement }, '/api/ad-whitelist': whitelist, '/api/ad-article': articles },
})

const cases: Readonly<Record<string, Case>> = {
  'article excluded': {
    says: { ja: '記事を配信対象から除外しました', en: 'The article is excluded from delivery.' },
    write: ['POST /api/ad-article/7/exclude', 204],
    ...detail,
    reads: reads(list(), row('TARGET')),
    act: (press) => press(adArticleStates.actions.exclude.label),
  },
  'article restored': {
    says: { ja: '記事を配信対象に戻しました', en: 'The article is served again.' },
    write: ['POST /api/ad-article/7/restore', 204],
    ...detail,
    reads: reads(list(), row('EXCLUDED')),
    act: (press) => press(adArticleStates.actions.restore.label),
  },
  'a listed place excluded from the whitelist': {
    says: { ja: 'ホワイトリストから除外しました', en: 'Excluded from the whitelist.' },
    write: ['POST /api/ad-whitelist/7/exclude', 204],
    ...detail,
    reads: reads(row('LISTED'), list()),
    act: (press) => press(adWhitelistStates.actions.exclude.label),
  },
  'a medium of one’s own excluded from the whitelist': {
    says: { ja: 'ホワイトリストから除外しました', en: 'Excluded from the whitelist.' },
    write: ['POST /api/ad-whitelist', 201],
    ...detail,
    reads: reads(list(), list()),
    async act(press) {
      await press(texts.exclude)
      await press(texts.exclude, 'tooltip')
    },
  },
  'reject request filed': {
    says: { ja: '掲載拒否を申請しました', en: 'The reject request was filed.' },
    write: ['POST /api/reject-request', 201],
    path: '/md/reject_request/create',
    at: '/md/reject_request/create?advertisement_id=4&reason_code=OTHER',
    screen: <RejectRequestCreateScreen />,
    reads: {},
    async act(press, language) {
      const reason = await screen.findByRole('textbox', { name: { ja: /^理由/u, en: /^Reason/u }[language] })
      fireEvent.change(reason, { target: { value: '競合他社の広告です。' } })
      await press({ ja: '申請する', en: 'File the request' })
    },
  },
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each(Object.entries(cases).flatMap(([what, one]) => (['ja', 'en'] as const).map((language) => ({ what, language, one }))))(
  '$what, said in $language',
  async ({ language, one: { says, write, path, at, screen: element, reads: answers, act } }) => {
    const api = new FakeApi()
    for (const [read, body] of Object.entries(answers)) api.on(`GET ${read}`, { status: 200, body })
    const [call, status] = write
    api.on(call, { status, body: { data: { id: 6 } } })
    const routes = Object.fromEntries(area.routes.map((route) => [route.name, route.path]))
    const elsewhere = Object.values(routes).filter((other) => other !== path)
    const screens = { [path]: element, ...Object.fromEntries(elsewhere.map((other) => [other, null])) }
    const { alerts } = await openScreen(screens, at, { api, language, routes, role: 'pg' })
    await act(async (label, where) => {
      const place = where ? within(await screen.findByRole(where)) : screen
      // antd sets two Chinese characters apart.
      const name = (shown: string) => shown.replaceAll(/\s/gu, '') === label[language].replaceAll(/\s/gu, '')
      fireEvent.click(await place.findByRole('button', { name }))
    }, language)
    await waitFor(() => expect(alerts).toContainEqual({ type: 'success', messages: [says[language]] }))
    expect(api.of(call)).toHaveLength(1)
  },
)
