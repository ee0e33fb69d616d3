// @vitest-environment jsdom
import {
  campaign,
  campaignEndpoints,
  company,
  companyEndpoints,
  exportEndpoint,
  publisherGroup,
  publisherGroupEndpoints,
} from '@adsite/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { campaignRecord, companyRecord, listAnswer } from '../../testing/samples.ts'
import { FakeApi, openScreen } from '../../testing/screen.tsx'
import { ResourceList } from '../ResourceList.tsx'

const shared = { createRoute: null, emptyHint: { ja: '—', en: '—' } }
const screens = {
  '/op/company': (
    <ResourceList
      {...shared}
      resource={company}
      endpoints={{ ...companyEndpoints, export: exportEndpoint(company) }}
      detailRoute="company.detail"
    />
  ),
  '/op/publisher_group': (
    <ResourceList {...shared} resource={publisherGroup} endpoints={publisherGroupEndpoints} detailRoute="publisher_group.detail" />
  ),
  '/ad/campaign': (
    <ResourceList {...shared} resource={campaign} endpoints={{ list: campaignEndpoints.list }} detailRoute="campaign.detail" />
  ),
}

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.on('GET /api/company', listAnswer([companyRecord], { total: 1234 }))
  api.on('GET /api/campaign', listAnswer([campaignRecord]))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const headers = () => screen.getAllByRole('columnheader').flatMap(({ textContent }) => textContent || [])
const columnsOf = (search: string) => new URLSearchParams(search).get('columns')?.split(',')

async function openPanel(name: string): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('button', { name }))
  const panel = await screen.findByRole('region', { name })
  await waitFor(() => expect(document.activeElement).toBe(panel))
  return panel
}

test('columns are chosen and ordered, stand in the address, and are those that it says', async () => {
  const { router } = await openScreen(screens, '/op/company?q=青', { api })
  const panel = await openPanel('表示項目')
  fireEvent.click(await within(panel).findByRole('checkbox', { name: '電話番号' }))
  fireEvent.click(within(panel).getByRole('checkbox', { name: '更新日時' }))
  fireEvent.click(within(panel).getByRole('button', { name: '与信枠を前へ' }))
  const names = ['name', 'credit_limit', 'credit_status', 'payment_type', 'prefecture', 'registration', 'updated_at']
  expect(columnsOf(router.state.location.search)).toEqual(names)
  expect(headers()).toEqual(['企業名', '与信枠', '与信状態', '支払方法', '都道府県', '登録区分', '更新日時'])
  expect(screen.getByText('2026/09/03 00:30')).toBeTruthy()
  // The list endpoint does not receive the columns.
  expect(Object.fromEntries(api.of('GET /api/company').at(-1)!.query)).toEqual({ q: '青' })

  const title = within(panel).getByRole('checkbox', { name: '企業名' })
  expect((title as HTMLInputElement).disabled).toBe(true)
  fireEvent.click(within(panel).getByRole('button', { name: '初期設定に戻す' }))
  expect(router.state.location.search).toBe('?q=%E9%9D%92')
  fireEvent.keyDown(panel, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('region', { name: '表示項目' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '表示項目' })))
})

test('columns of an address that the role does not receive, or that are none, are left out', async () => {
  await openScreen(screens, '/op/company?columns=city,secret,name,city,id', { api })
  await screen.findByRole('link', { name: '青葉食品' })
  expect(headers()).toEqual(['企業名', '市区町村', 'ID'])
})

test('the export is a link to everything that matches, with the columns on show', async () => {
  await openScreen(screens, '/op/company?credit_status=ACTIVE&sort=-name&columns=name,city&limit=20', { api })
  const panel = await openPanel('ダウンロード')
  expect(await within(panel).findByText('条件に一致する 1,234 件を、表示中の項目で保存します。')).toBeTruthy()
  const links = within(panel).getAllByRole('link') as HTMLAnchorElement[]
  expect(links.map((link) => link.textContent)).toEqual(['CSV（UTF-8）', 'CSV（Shift_JIS）', 'Excel（xlsx）'])
  const address = new URL(links[1]!.href)
  expect(address.pathname).toBe('/api/company/export')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    credit_status: 'ACTIVE',
    sort: '-name',
    columns: 'name,city',
    locale: 'ja',
    account_id: '10',
    format: 'csv',
    encoding: 'sjis',
  })
})

test('a filter by an account is beside the account on show', async () => {
  api.on('GET /api/account/pg', listAnswer([]))
  await openScreen(screens, '/op/publisher_group?account_id=15', { api })
  const panel = await openPanel('ダウンロード')
  const [link] = (await within(panel).findAllByRole('link')) as HTMLAnchorElement[]
  const query = new URL(link!.href).searchParams
  expect([query.get('account_id'), query.get('filter_account_id')]).toEqual(['10', '15'])
})

test('a list without an export has none, and on a phone the buttons keep their names', async () => {
  await openScreen(screens, '/ad/campaign', { api, narrow: true })
  await screen.findByRole('link', { name: '秋の新商品' })
  expect(screen.getByRole('button', { name: '表示項目' }).textContent).toBe('')
  expect(screen.queryByRole('button', { name: 'ダウンロード' })).toBeNull()
})
