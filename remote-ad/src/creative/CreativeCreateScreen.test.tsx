// @vitest-environment jsdom
import { FakeApi, openScreen } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import CreativeCreateScreen from './CreativeCreateScreen.tsx'

const path = '/ad/creative/create'
const list = (...data: object[]) => ({ status: 200, body: { data, page: { next: null, total: data.length, total_capped: false } } })
const one = (data: object) => ({ status: 200, body: { data } })

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.on('GET /api/ad-creative-group/3', one({ id: 3, name: '冬の麦茶' }))
  api.on('GET /api/ad', list({ id: 8, product_id: 5, landing_url: 'https://lp.example/winter' }))
  api.on('GET /api/product/5', one({ id: 5, format_ids: [1, 2] }))
  api.on('GET /api/ad-creative', list({ id: 9, format_id: 1, landing_url: 'https://lp.example/other' }))
  api.on('GET /api/format/select_list', list({ id: 1, name: 'バナー 300×250' }, { id: 2, name: 'バナー 728×90' }))
  api.on('GET /api/ad-creative-group/select_list', list({ id: 3, name: '冬の麦茶' }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (search: string) => openScreen({ [path]: <CreativeCreateScreen /> }, `${path}${search}`, { api, role: 'agency' })
const input = (label: string) => screen.findByRole('textbox', { name: new RegExp(`^${label}`, 'u') }) as Promise<HTMLInputElement>

async function chooseFormat(name: string): Promise<void> {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: /^フォーマット/u }))
  fireEvent.click(await screen.findByTitle(name))
}

test('a creative of a group begins with the landing page of its ad, a format that is still missing, and a name of both', async () => {
  await open('?creative_group_id=3')
  expect((await input('クリエイティブ名')).value).toBe('冬の麦茶 バナー 728×90')
  expect((await input('リンク先URL')).value).toBe('https://lp.example/winter')
  expect(await screen.findByTitle('バナー 728×90')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('入力内容に問題はありません')
  expect(api.of('GET /api/ad')[0]!.query.get('creative_group_id')).toBe('3')
})

test('the name follows the format until it is typed', async () => {
  await open('?creative_group_id=3')
  const name = await input('クリエイティブ名')
  await chooseFormat('バナー 300×250')
  await waitFor(() => expect(name.value).toBe('冬の麦茶 バナー 300×250'))
  fireEvent.change(name, { target: { value: '麦茶 小' } })
  await chooseFormat('バナー 728×90')
  await waitFor(() => expect(screen.getAllByTitle('バナー 728×90').length).toBeGreaterThan(1))
  expect(name.value).toBe('麦茶 小')
})

test('a group without an ad goes on from its own creatives; what cannot be read is left open', async () => {
  api.on('GET /api/ad', list())
  api.on('GET /api/format/select_list', { status: 500, body: { code: 'internal', message: '×' } })
  await open('?creative_group_id=3')
  expect((await input('クリエイティブ名')).value).toBe('冬の麦茶')
  expect((await input('リンク先URL')).value).toBe('https://lp.example/other')
})

test('without a group nothing is asked for and nothing filled in', async () => {
  await open('')
  expect((await input('クリエイティブ名')).value).toBe('')
  expect((await input('リンク先URL')).value).toBe('')
  expect(api.sent.map((sent) => sent.path)).toEqual(['/api/account/me'])
})
