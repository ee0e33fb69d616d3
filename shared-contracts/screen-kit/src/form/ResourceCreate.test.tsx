// @vitest-environment jsdom
import { campaign, campaignEndpoints, frame, frameEndpoints, label, labelEndpoints } from '@adsite/contract'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { FakeApi, openScreen } from '../testing/screen.tsx'
import { ResourceCreate } from './ResourceCreate.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const create = 'POST /api/campaign'

function typeInto(label: string, value: string): void {
  const box = screen.getByRole('textbox', { name: new RegExp(`^${label}`, 'u') })
  fireEvent.focus(box)
  fireEvent.change(box, { target: { value } })
  fireEvent.blur(box)
}

test('a new record: chosen, typed in Japanese time, sent with one key per intention, and shown', async () => {
  const api = new FakeApi()
  api.on('GET /api/account/advertiser/select_list', { status: 200, body: { data: [{ id: 21, name: '青葉食品' }] } })
  api.on(create, { status: 500, body: { code: 'internal', message: '混み合っています' } })
  const screens = {
    '/ad/campaign/create': (
      <ResourceCreate resource={campaign} endpoints={campaignEndpoints} detailRoute="campaign.detail" listRoute="campaign.list" />
    ),
    '/ad/campaign/:id': <p>詳細</p>,
  }
  const { alerts, router } = await openScreen(screens, '/ad/campaign/create', { api })
  typeInto('キャンペーン名', '冬の新商品')
  fireEvent.click(screen.getByRole('radio', { name: '認知' }))
  fireEvent.mouseDown(screen.getByRole('combobox', { name: /広告主/u }))
  fireEvent.click(await screen.findByTitle('青葉食品'))
  typeInto('開始日時', '2026/12/01 00:00')
  typeInto('終了日時', '2026/12/31 23:59')
  typeInto('通期予算', '１００００００')
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('入力内容に問題はありません'))

  const send = () => fireEvent.submit(screen.getByRole('button', { name: '登録する' }).closest('form')!)
  send()
  await waitFor(() => expect(alerts).toHaveLength(1))
  api.on(create, { status: 201, body: { data: { id: 88 } } })
  send()
  await waitFor(() => expect(router.state.location.pathname).toBe('/ad/campaign/88'))
  expect(alerts[1]).toEqual({ type: 'success', messages: ['キャンペーンを登録しました'] })

  const [first, second] = api.of(create)
  expect(second!.body).toEqual({
    name: '冬の新商品',
    goal: 'AWARENESS',
    frequency_level: null,
    frequency_unit: null,
    frequency_count: null,
    advertiser_account_id: 21,
    agency_account_id: null,
    rep_account_id: null,
    start_at: '2026-11-30T15:00:00.000Z',
    end_at: '2026-12-31T14:59:00.000Z',
    lifetime_budget: '1000000',
    daily_budget: null,
    memo: null,
  })
  expect(first!.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/u)
  expect(second!.headers.get('Idempotency-Key')).toBe(first!.headers.get('Idempotency-Key'))
})

test('whoever leaves while a record is created learns of it where they are', async () => {
  const api = new FakeApi()
  const answer = Promise.withResolvers<void>()
  api.on('POST /api/label', async () => {
    await answer.promise
    return { status: 201, body: { data: { id: 7 } } }
  })
  const screens = {
    '/ad/label/create': <ResourceCreate resource={label} endpoints={labelEndpoints} detailRoute="label.detail" listRoute="label.list" />,
    '/elsewhere': <p>別の画面</p>,
    '/': <p>start</p>,
  }
  const { alerts, router } = await openScreen(screens, '/ad/label/create', { api })
  typeInto('ラベル名', '冬')
  fireEvent.mouseDown(screen.getByRole('combobox', { name: /^色/u }))
  fireEvent.click(await screen.findByTitle('赤'))
  fireEvent.submit(screen.getByRole('button', { name: '登録する' }).closest('form')!)
  await waitFor(() => expect(api.of('POST /api/label')).toHaveLength(1))
  void router.navigate('/elsewhere')
  fireEvent.click(await screen.findByRole('button', { name: '保存せずに移動' }))
  await screen.findByText('別の画面')
  answer.resolve()
  await waitFor(() => expect(alerts).toEqual([{ type: 'success', messages: ['ラベルを登録しました'] }]))
  await act(async () => {})
  expect(router.state.location.pathname).toBe('/elsewhere')
})

test('a frame offers the creatives that could be shown, and no others', async () => {
  const api = new FakeApi()
  api.on('GET /api/ad-creative/shown/select_list', { status: 200, body: { data: [{ id: 31, name: '承認済みのバナー' }] } })
  const screens = {
    '/op/delivery_frame/create': (
      <ResourceCreate resource={frame} endpoints={frameEndpoints} detailRoute="frame.detail" listRoute="frame.list" />
    ),
  }
  await openScreen(screens, '/op/delivery_frame/create', { api })
  fireEvent.mouseDown(screen.getByRole('combobox', { name: /既定クリエイティブ/u }))
  expect(await screen.findByTitle('承認済みのバナー')).toBeTruthy()
})
