// @vitest-environment jsdom
import type { Role } from '@adsite/contract'
import { FakeApi, openScreen, stamps } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import AdvertisementDetailScreen from './AdvertisementDetailScreen.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const page = { next: null, total: 1, total_capped: false }
const excludedAlready = 'この広告は、すでにこの媒体から除外されています。'
const names = ['掲載拒否を申請', 'この媒体で除外'] as const

type Row = { readonly status: string; readonly excluded_by: string | null }

async function open(record: { status: string; request_status?: string }, row?: Row, role: Role = 'pg') {
  const api = new FakeApi()
  const advertisement = { id: 4, name: '冬の広告', ad_id: 9, medium_id: 2, request_status: null, creative_kind: null, ...record, ...stamps }
  const rows = row ? [{ id: 7, name: '媒体', ad_id: 9, medium_id: 2, ...row, ...stamps }] : []
  api.on('GET /api/advertisement/4', { status: 200, body: { data: advertisement } })
  api.on('GET /api/ad-whitelist', { status: 200, body: { data: rows, page } })
  api.on('GET /api/ad-article', { status: 200, body: { data: [], page } })
  api.on('POST /api/ad-whitelist', { status: 201, body: { data: { id: 7 } } })
  const routes = { 'advertisement.list': '/md/advertisement', 'reject_request.create': '/md/reject_request/create' }
  await openScreen({ '/md/advertisement/:id': <AdvertisementDetailScreen /> }, '/md/advertisement/4', { api, routes, role })
  return api
}

/** Why each action is unavailable, null for one that is available. */
function reasons(): (string | null)[] {
  return names.map((name) => {
    const action = screen.queryByRole('link', { name }) ?? screen.getByRole('button', { name })
    const reason = action.getAttribute('aria-describedby')
    return action.getAttribute('aria-disabled') === 'true' && reason !== null ? document.getElementById(reason)!.textContent : null
  })
}

test.each([
  ['is shown', { status: 'SHOWN' }, undefined, [null, null]],
  ['waits for a decision', { status: 'SHOWN', request_status: 'FILED' }, undefined, [expect.stringContaining('申請中'), null]],
  ['the media side excludes', { status: 'EXCLUDED' }, { status: 'EXCLUDED', excluded_by: 'SUPPLY' }, [excludedAlready, excludedAlready]],
  ['both sides exclude', { status: 'EXCLUDED' }, { status: 'EXCLUDED', excluded_by: 'ADMIN' }, [excludedAlready, excludedAlready]],
  ['the advertiser excludes', { status: 'EXCLUDED' }, { status: 'EXCLUDED', excluded_by: 'DEMAND' }, [null, null]],
  ['is excluded from its space alone', { status: 'EXCLUDED' }, { status: 'LISTED', excluded_by: null }, [null, null]],
] as const)('an ad that %s: each action is there, or unavailable with the reason', async (_, record, row, expected) => {
  await open(record, row)
  await waitFor(() => expect(reasons()).toEqual(expected))
})

test('an administrator can make an exclusion of the media side that of both', async () => {
  await open({ status: 'EXCLUDED' }, { status: 'EXCLUDED', excluded_by: 'SUPPLY' }, 'admin')
  await waitFor(() => expect(reasons()).toEqual([excludedAlready, null]))
})

test('what the advertiser excludes is excluded by the media side, too, with an exclusion of its own', async () => {
  const api = await open({ status: 'EXCLUDED' }, { status: 'EXCLUDED', excluded_by: 'DEMAND' })
  await waitFor(() => expect(reasons()).toEqual([null, null]))
  fireEvent.click(screen.getByRole('button', { name: 'この媒体で除外' }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'この媒体で除外' }))
  await waitFor(() => expect(api.of('POST /api/ad-whitelist')).toMatchObject([{ body: { medium_id: 2, status: 'EXCLUDED' } }]))
})
