// @vitest-environment jsdom
import { FakeApi, openScreen } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { RegionPicker } from './RegionPicker.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('cities that could not be read are read again', async () => {
  const api = new FakeApi()
  const cities = { status: 200, body: { data: [{ code: '01101', name: '札幌市中央区', kana: 'サッポロシチュウオウク' }] } }
  const failure = { status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } }
  api.on('GET /api/city', () => (api.of('GET /api/city').length > 1 ? cities : failure))
  const change = vi.fn<() => void>()
  await openScreen({ '/': <RegionPicker value={{ prefectures: [], cities: [] }} onChange={change} /> }, '/', { api })
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: '都道府県 → 市区町村' }))
  fireEvent.click(await screen.findByText('北海道', { selector: '.ant-select-item-option-content' }))
  expect((await screen.findByRole('alert')).textContent).toContain('サーバーでエラーが発生しました')
  fireEvent.click(screen.getByRole('button', { name: '再試行' }))
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '市区町村' }))
  fireEvent.click(await screen.findByText('札幌市中央区'))
  expect(change).toHaveBeenCalledWith({ prefectures: [], cities: ['01101'] })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a whole prefecture takes the place of its cities, and of no others; a city is taken off by its name', async () => {
  const api = new FakeApi()
  const names: Readonly<Record<string, string>> = { '01101': '札幌市中央区', '13101': '千代田区', '13102': '中央区' }
  api.on('GET /api/city', ({ query }) => {
    const data = Object.entries(names).flatMap(([code, name]) =>
      code.startsWith(query.get('prefecture')!) ? [{ code, name, kana: 'カナ' }] : [],
    )
    return { status: 200, body: { data } }
  })
  const change = vi.fn<() => void>()
  const value = { prefectures: [], cities: Object.keys(names) }
  await openScreen({ '/': <RegionPicker value={value} onChange={change} /> }, '/', { api })
  fireEvent.click(await screen.findByRole('button', { name: /札幌市中央区/u }))
  expect(change).toHaveBeenLastCalledWith({ prefectures: [], cities: ['13101', '13102'] })
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '都道府県' }))
  fireEvent.click(await screen.findByText('北海道', { selector: '.ant-select-item-option-content' }))
  expect(change).toHaveBeenLastCalledWith({ prefectures: ['01'], cities: ['13101', '13102'] })
})
