// @vitest-environment jsdom
import { company, companyEndpoints, frame, frameEndpoints } from '@adsite/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubDevice } from '../testing/device.ts'
import { companyRecord } from '../testing/samples.ts'
import { FakeApi, openScreen, type Screen } from '../testing/screen.tsx'
import { ResourceCreate } from './ResourceCreate.tsx'
import { ResourceForm } from './ResourceForm.tsx'

const patch = 'PATCH /api/company/7'
const path = '/op/company/7'

let api: FakeApi
let record: typeof companyRecord
beforeEach(() => {
  localStorage.clear()
  stubDevice()
  api = new FakeApi()
  record = companyRecord
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(): Promise<Screen> {
  const form = <ResourceForm resource={company} endpoint={companyEndpoints.update} record={record} onSaved={() => {}} onCancel={() => {}} />
  return openScreen({ [path]: form, '/elsewhere': <p>別の画面</p> }, path, { api })
}

const input = (label: string) => screen.getByRole(label === '市区町村' ? 'combobox' : 'textbox', { name: new RegExp(`^${label}`, 'u') })
function type(label: string, value: string): void {
  fireEvent.change(input(label), { target: { value } })
  fireEvent.blur(input(label))
}
const submit = () => fireEvent.submit(screen.getByRole('button', { name: '保存する' }).closest('form')!)
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('adsite.d.'))

/** Types, waits until the draft is stored, and unmounts the page. */
async function typeAndLose(): Promise<void> {
  await open()
  type('市区町村', '港区')
  type('与信枠', '5000000')
  await waitFor(() => expect(drafts()).toHaveLength(1))
  cleanup()
}

test('what was typed is back after the page was lost, and said to be', async () => {
  await typeAndLose()
  await open()
  const notice = await screen.findByText('下書きを復元しました')
  expect([input('市区町村'), input('与信枠')].map((box) => (box as HTMLInputElement).value)).toEqual(['港区', '5,000,000'])
  api.on(patch, { status: 204 })
  submit()
  await waitFor(() => expect(api.of(patch)[0]!.body).toEqual({ version: 3, city: '港区', credit_limit: '5000000' }))
  await waitFor(() => expect(drafts()).toEqual([]))
  await waitFor(() => expect(notice.isConnected).toBe(false))
})

test('it can be given up for what is stored', async () => {
  await typeAndLose()
  await open()
  const notice = (await screen.findByText('下書きを復元しました')).parentElement!
  fireEvent.click(within(notice).getByRole('button', { name: '下書きを破棄' }))
  expect(input('市区町村')).toHaveProperty('value', '千代田区')
  expect(screen.queryByText('下書きを復元しました')).toBeNull()
  await waitFor(() => expect(drafts()).toEqual([]))
})

test('a record that was changed meanwhile: storing shows both versions', async () => {
  await typeAndLose()
  record = { ...companyRecord, version: 4, city: '中央区' }
  api.on(patch, { status: 409, body: { code: 'conflict', message: '先に更新', current: record } })
  await open()
  await screen.findByText('下書きを復元しました')
  submit()
  const row = within(await screen.findByRole('dialog')).getByRole('row', { name: /市区町村/u })
  expect(row.textContent).toContain('港区中央区')
  expect(api.of(patch)[0]!.body).toMatchObject({ version: 3 })
})

test('a session that ended while storing keeps the input', async () => {
  api.on(patch, { status: 401, body: { code: 'unauthenticated', message: '認証に失敗しました' } })
  await open()
  type('市区町村', '港区')
  submit()
  await waitFor(() => expect(drafts()).toHaveLength(1))
})

test('another form about the same record does not show it', async () => {
  await typeAndLose()
  const copy = <ResourceForm resource={company} endpoint={companyEndpoints.create} record={null} onSaved={() => {}} onCancel={() => {}} />
  await openScreen({ [path]: copy }, path, { api })
  type('与信枠', '300')
  await waitFor(() => expect(drafts()).toHaveLength(2))
  expect(screen.queryByText('下書きを復元しました')).toBeNull()
  cleanup()
  await open()
  await screen.findByText('下書きを復元しました')
  expect(input('与信枠')).toHaveProperty('value', '5,000,000')
})

test('nothing is kept of values that are what they were, and leaving on purpose gives up', async () => {
  const { router } = await open()
  type('市区町村', '港区')
  await waitFor(() => expect(drafts()).toHaveLength(1))
  type('市区町村', '千代田区')
  await waitFor(() => expect(drafts()).toEqual([]))
  type('市区町村', '港区')
  await waitFor(() => expect(drafts()).toHaveLength(1))
  void router.navigate('/elsewhere')
  fireEvent.click(await screen.findByRole('button', { name: '保存せずに移動' }))
  expect(await screen.findByText('別の画面')).toBeTruthy()
  expect(drafts()).toEqual([])
})

const newFrame = '/op/delivery_frame/create'
const frames = {
  [newFrame]: <ResourceCreate resource={frame} endpoints={frameEndpoints} detailRoute="frame.detail" listRoute="frame.list" />,
}
const openFor = (space: number) => openScreen(frames, `${newFrame}?space_id=${space}`, { api })

test('what was typed below one record is back there, and not below another', async () => {
  await openFor(3)
  type('配信枠名', '冬の枠')
  await waitFor(() => expect(drafts()).toHaveLength(1))
  cleanup()
  await openFor(4)
  type('配信枠名', '夏の枠')
  await waitFor(() => expect(drafts()).toHaveLength(2))
  expect(screen.queryByText('下書きを復元しました')).toBeNull()
  cleanup()
  await openFor(3)
  await screen.findByText('下書きを復元しました')
  expect(input('配信枠名')).toHaveProperty('value', '冬の枠')
})

test('a link to the form below another record begins it anew', async () => {
  const { router } = await openFor(3)
  type('配信枠名', '冬の枠')
  await waitFor(() => expect(drafts()).toHaveLength(1))
  const [below3] = drafts()
  void router.navigate(`${newFrame}?space_id=4`)
  fireEvent.click(await screen.findByRole('button', { name: '保存せずに移動' }))
  await waitFor(() => expect(input('配信枠名')).toHaveProperty('value', ''))
  type('配信枠名', '夏の枠')
  await waitFor(() => expect(drafts()).toHaveLength(1))
  expect(drafts()).not.toEqual([below3])
})
