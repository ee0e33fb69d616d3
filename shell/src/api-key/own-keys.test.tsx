// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { page, press, type } from '../testing/page-setup.ts'

const key = {
  id: 4,
  name: '集計',
  start: 'adk_ab',
  owner: '山田',
  account_name: '広告主A',
  scopes: ['campaign.read'],
  networks: [],
  rate_limit: 600,
  created_at: '2025-12-01T00:00:00.000Z',
  expires_at: '2099-12-01T00:00:00.000Z',
  last_used_at: null,
  last_used_address: null,
  revoked_at: null,
}

beforeEach(() => page.server.instead.set('/api/session', { status: 200, body: { data: [] } }))

async function open(...data: object[]): Promise<HTMLElement> {
  page.server.instead.set('/api/api-key', { status: 200, body: { data } })
  await page.open('/account', { using: 10 })
  return screen.findByRole('region', { name: 'APIキー' })
}

test('keys that have ended are left out until they are asked for, and say how they ended', async () => {
  const expired = { ...key, id: 5, name: '昔の集計', expires_at: '2026-01-01T00:00:00.000Z' }
  const panel = within(await open(key, expired, { ...key, id: 6, name: '漏えい', revoked_at: '2026-02-01T00:00:00.000Z' }))
  await panel.findByText(/集計/u)
  const names = () => panel.getAllByRole('listitem').map((row) => row.querySelector('p')!.textContent)
  expect(names()).toEqual(['集計 adk_ab…'])
  fireEvent.click(panel.getByRole('checkbox', { name: '期限切れ・失効済みも表示（2件）' }))
  await waitFor(() => expect(names()).toEqual(['集計 adk_ab…', '昔の集計 adk_ab…期限切れ', '漏えい adk_ab…失効済み']))
  expect(panel.getAllByRole('button', { name: /を失効させる$/u })).toHaveLength(1)
})

test('a new key is made with what was chosen: its permissions, days, calls and networks', async () => {
  const panel = within(await open())
  const scopes = [
    { name: 'campaign.read', calls: ['キャンペーンの表示'], writes: false },
    { name: 'ad.update', calls: ['広告の編集'], writes: true },
  ]
  page.server.instead.set('/api/api-key/scopes', { status: 200, body: { data: scopes } })
  fireEvent.click(await panel.findByRole('button', { name: 'APIキーを発行する' }))
  fireEvent.click(await panel.findByRole('checkbox', { name: 'campaign.read' }))
  type('名前', '集計')
  fireEvent.change(panel.getByRole('combobox', { name: '有効期限' }), { target: { value: '30' } })
  type('1分あたりの上限（回）', '120')
  type('利用を許可するネットワーク', ' 203.0.113.0/24\n198.51.100.7 \n')
  page.server.instead.set('POST /api/api-key', { status: 201, body: { data: { id: 8, key: 'adk_secret' } } })
  press('APIキーを発行する')
  await waitFor(() => expect(page.called('/api/api-key').filter(({ method }) => method === 'POST')).toHaveLength(1))
  expect(page.called('/api/api-key').find(({ method }) => method === 'POST')!.body).toEqual({
    name: '集計',
    scopes: ['campaign.read'],
    networks: ['203.0.113.0/24', '198.51.100.7'],
    expires_in_days: 30,
    rate_limit: 120,
  })
})
