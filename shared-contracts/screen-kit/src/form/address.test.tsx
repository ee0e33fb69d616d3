// @vitest-environment jsdom
import { company, companyEndpoints, type PostalPlace } from '@adsite/contract'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { companyRecord } from '../testing/samples.ts'
import { FakeApi, openScreen, type Screen } from '../testing/screen.tsx'
import { ResourceForm } from './ResourceForm.tsx'

const chiyoda = { code: '13101', name: '千代田区', kana: 'チヨダク' }
const minato = { code: '13103', name: '港区', kana: 'ミナトク' }

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.on('GET /api/city', { status: 200, body: { data: [chiyoda, minato] } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(record: typeof companyRecord | null): Promise<Screen> {
  const endpoint = record ? companyEndpoints.update : companyEndpoints.create
  const form = <ResourceForm resource={company} endpoint={endpoint} record={record} onSaved={() => {}} onCancel={() => {}} />
  return openScreen({ '/form': form }, '/form', { api })
}

const places = (zip: string, data: readonly PostalPlace[]) => api.on(`GET /api/postal-code/${zip}`, { status: 200, body: { data } })
const box = (label: string, role: 'textbox' | 'combobox' = 'textbox') => screen.getByRole(role, { name: new RegExp(`^${label}`, 'u') })
const valueOf = (label: string, role?: 'combobox') => (box(label, role) as HTMLInputElement).value
const typeZip = (value: string) => fireEvent.change(box('郵便番号'), { target: { value } })

test('a whole postal code, full-width or not, fills prefecture, city and town, and says so', async () => {
  places('105-0011', [{ prefecture: '13', city: minato, town: '芝公園' }])
  await open(null)
  typeZip('１０５００１')
  typeZip('１０５００１１')
  expect((await screen.findByText('東京都港区芝公園を入力しました')).getAttribute('aria-live')).toBe('polite')
  expect([valueOf('市区町村', 'combobox'), valueOf('町名・番地 必須')]).toEqual(['港区', '芝公園'])
  expect(screen.getByTitle('東京都')).toBeTruthy()
  expect(api.sent.filter(({ path }) => path.startsWith('/api/postal-code'))).toHaveLength(1)
})

test('a town that arrives while somebody is in the empty street stays in front of what they type', async () => {
  places('105-0011', [{ prefecture: '13', city: minato, town: '芝公園' }])
  await open(null)
  const street = box('町名・番地 必須') as HTMLInputElement
  street.focus()
  typeZip('105-0011')
  await waitFor(() => expect(street.value).toBe('芝公園'))
  expect([street.selectionStart, street.selectionEnd]).toEqual([3, 3])
})

test('a street that is there stays; a stored address is left alone until its code is typed over', async () => {
  places('105-0011', [{ prefecture: '13', city: minato, town: '芝公園' }])
  await open({ ...companyRecord, city: '旧千代田区' })
  await waitFor(() => expect(api.of('GET /api/city')).toHaveLength(1))
  expect(valueOf('市区町村', 'combobox')).toBe('旧千代田区')
  expect(api.sent.filter(({ path }) => path.startsWith('/api/postal-code'))).toEqual([])
  typeZip('105-0011')
  await waitFor(() => expect(valueOf('市区町村', 'combobox')).toBe('港区'))
  expect(valueOf('町名・番地 必須')).toBe('丸の内1-1')
})

test('a code of several towns fills what they share; one that is not in use says so', async () => {
  places('105-0000', [
    { prefecture: '13', city: minato, town: '芝' },
    { prefecture: '13', city: chiyoda, town: '一番町' },
  ])
  places('999-9999', [])
  await open(null)
  typeZip('1050000')
  expect(await screen.findByText('住所の候補が複数あります。続きを入力してください')).toBeTruthy()
  expect(screen.getByTitle('東京都')).toBeTruthy()
  expect([valueOf('市区町村', 'combobox'), valueOf('町名・番地 必須')]).toEqual(['', ''])
  typeZip('9999999')
  expect(await screen.findByText('この郵便番号の住所は見つかりません')).toBeTruthy()
})

test('the cities of the prefecture are offered', async () => {
  await open(companyRecord)
  await waitFor(() => expect(api.of('GET /api/city')[0]!.query.get('prefecture')).toBe('13'))
  fireEvent.mouseDown(box('市区町村', 'combobox'))
  fireEvent.change(box('市区町村', 'combobox'), { target: { value: '港' } })
  fireEvent.click(await screen.findByTitle('港区'))
  expect(valueOf('市区町村', 'combobox')).toBe('港区')
  expect(screen.queryByTitle('千代田区')).toBeNull()
})
