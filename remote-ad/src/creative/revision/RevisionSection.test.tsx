// @vitest-environment jsdom
import type { creative, ResourceRecord } from '@adsite/contract'
import { FakeApi, openScreen, stamps } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { RevisionSection } from './RevisionSection.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const content = { name: '夏の告知', landing_url: 'https://aoba.example/summer', format_id: 3 }
const record: ResourceRecord<typeof creative> = {
  ...stamps,
  ...content,
  id: 1,
  revision: 2,
  serving_revision: 1,
  status: 'APPLIED',
  user_status: 'ACTIVE',
  creative_group_id: 4,
  advertiser_account_id: 21,
  material_count: 1,
  review_reason_code: null,
  review_reason: null,
  headline: '夏の告知',
  description: null,
  principal: null,
  button_text: null,
  image_id: null,
  applied_at: null,
  beacons: null,
}
const served = {
  revision: 1,
  result: 'APPROVED',
  serving: true,
  applied_by: '林',
  applied_at: stamps.created_at,
  reviewed_by: null,
  reviewed_at: null,
  content: { ...content, headline: '春の告知' },
  materials: [],
  rules: null,
}

test('the difference to what is served says that the materials could not be read, and reads them again', async () => {
  const api = new FakeApi()
  api.on('GET /api/ad-creative/1/revision', { status: 200, body: { data: [served] } })
  api.on('GET /api/ad-creative/1/material', { status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } })
  await openScreen({ '/ad/creative/1': <RevisionSection record={record} /> }, '/ad/creative/1', { api })
  const difference = within(await screen.findByRole('region', { name: '配信中のバージョンとの違い' }))
  expect((await difference.findByRole('alert')).textContent).toContain('サーバーでエラーが発生しました')
  api.on('GET /api/ad-creative/1/material', { status: 200, body: { data: [], rules: null } })
  fireEvent.click(difference.getByRole('button', { name: '再試行' }))
  expect(await difference.findByText('春の告知')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('who decided about a version is told from who took it back', async () => {
  const at = '2026-11-30T03:00:00.000Z'
  const decided = { ...served, reviewed_by: '審査 花子', reviewed_at: at }
  const withdrawn = { ...decided, revision: 2, result: 'WITHDRAWN', serving: false, reviewed_by: '林' }
  const api = new FakeApi()
  api.on('GET /api/ad-creative/1/revision', { status: 200, body: { data: [withdrawn, decided] } })
  api.on('GET /api/ad-creative/1/material', { status: 200, body: { data: [], rules: null } })
  await openScreen({ '/ad/creative/1': <RevisionSection record={record} /> }, '/ad/creative/1', { api, language: 'en' })
  const lines = await screen.findAllByRole('listitem')
  expect(lines.map(({ textContent }) => /(?:Reviewed|Withdrawn) by [^,]+/iu.exec(textContent)?.[0])).toEqual([
    expect.stringMatching(/^Withdrawn by 林/iu),
    expect.stringMatching(/^Reviewed by 審査 花子/iu),
  ])
})
