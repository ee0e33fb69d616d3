// @vitest-environment jsdom
import { campaign, campaignEndpoints, bulkEndpoint } from '@adsite/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { campaignRecord, listAnswer } from '../testing/samples.ts'
import { FakeApi, openScreen } from '../testing/screen.tsx'
import { SectionList } from './SectionList.tsx'

const section = (
  <SectionList
    resource={campaign}
    endpoints={{ ...campaignEndpoints, bulk: bulkEndpoint(campaign) }}
    prefix="c."
    fixed={{ advertiser_account_id: '21' }}
    detailRoute="campaign.detail"
    emptyHint="まだありません。"
  />
)

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.on('GET /api/campaign', listAnswer([campaignRecord], { total: 1 }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (at = '/op/x') => openScreen({ '/op/x': section }, at, { api })
/** The metrics in the columns, and what they consist of. */
const figures = 'imps,conversions,gross,cpa'
const lastQuery = () => Object.fromEntries(api.of('GET /api/campaign').at(-1)!.query)

test('always asks for what belongs to the record, and neither shows nor offers it', async () => {
  await open('/op/x?tab=a&c.sort=name&sort=-name&advertiser_account_id=99')
  await screen.findByRole('link', { name: campaignRecord['name'] as string })
  expect(lastQuery()).toEqual({ advertiser_account_id: '21', sort: 'name', figures })
  expect(screen.queryByRole('columnheader', { name: '広告主' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '絞り込み' }))
  expect(await screen.findByText('目的')).toBeTruthy()
  expect(screen.queryByLabelText('広告主')).toBeNull()
})

test('keeps its state in its own part of the address', async () => {
  const { router } = await open('/op/x?tab=a&c.q=%E5%86%AC')
  await screen.findByRole('link', { name: campaignRecord['name'] as string })
  expect(lastQuery()).toEqual({ advertiser_account_id: '21', q: '冬', figures })
  fireEvent.click(screen.getByRole('button', { name: 'キャンペーン名' }))
  await waitFor(() => expect(router.state.location.search).toContain('c.sort=name'))
  expect(new URLSearchParams(router.state.location.search).get('tab')).toBe('a')
})

test('all of it means all of the record’s, not of everybody’s', async () => {
  api.on('GET /api/campaign', listAnswer([campaignRecord], { total: 30 }))
  api.on('POST /api/campaign/bulk', { status: 200, body: { data: { matched: 30, results: [] } } })
  await open()
  await screen.findByRole('link', { name: campaignRecord['name'] as string })
  fireEvent.click(screen.getByRole('checkbox', { name: 'このページをすべて選択' }))
  const bar = await screen.findByRole('region', { name: '一括操作' })
  fireEvent.click(within(bar).getByRole('button', { name: /30/u }))
  fireEvent.click(within(bar).getByRole('button', { name: '一括操作' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: '停止する' }))
  await waitFor(() => expect(api.of('POST /api/campaign/bulk')[0]!.body).toMatchObject({ filter: { advertiser_account_id: '21' } }))
})

test('a bulk action ends in links to the records, below the record that they belong to', async () => {
  const refused = { id: 7, name: '停止済みのキャンペーン', ok: false, message: 'すでに停止しています。' }
  const paused = { id: campaignRecord.id, name: campaignRecord['name'] as string, ok: true, message: null }
  api.on('POST /api/campaign/bulk', { status: 200, body: { data: { matched: 2, results: [paused, refused] } } })
  const below = (
    <SectionList
      resource={campaign}
      endpoints={{ ...campaignEndpoints, bulk: bulkEndpoint(campaign) }}
      prefix="c."
      fixed={{ advertiser_account_id: '21' }}
      detailRoute="campaign.ad"
      detailParams={(ad_id) => ({ id: 21, ad_id })}
      emptyHint=""
    />
  )
  await openScreen({ '/op/x': below }, '/op/x', { api, routes: { 'campaign.ad': '/op/advertiser/:id/campaign/:ad_id' } })
  await screen.findByRole('link', { name: paused.name })
  fireEvent.click(screen.getByRole('checkbox', { name: 'このページをすべて選択' }))
  const bar = await screen.findByRole('region', { name: '一括操作' })
  fireEvent.click(within(bar).getByRole('button', { name: '一括操作' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: '停止する' }))
  // The dialog lists rejected records before the confirmation, and all records after it.
  const dialog = await screen.findByRole('dialog')
  const link = async (name: string) => (await within(dialog).findByRole('link', { name, hidden: true })).getAttribute('href')
  expect(await link(refused.name)).toBe('/op/advertiser/21/campaign/7')
  fireEvent.click(within(dialog).getByRole('button', { name: /停止する/u }))
  expect(await link(paused.name)).toBe(`/op/advertiser/21/campaign/${paused.id}`)
})
