// @vitest-environment jsdom
import { company, companyEndpoints, type EndpointResponse, type Role, type UndoEndpoint, type UndoRecord } from '@adsite/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ResourceDetail } from '../record/ResourceDetail.tsx'
import { companyRecord } from '../testing/samples.ts'
import { FakeApi, openScreen, type Answer } from '../testing/screen.tsx'

const undo = 'POST /api/company/undo'
const entry = { at: '2026-09-02T15:30:00.000Z', by: '佐藤', action: 'update', source: 'import', others: true, undoes: null }
const creation = { ...entry, id: 80, action: 'create', at: '2026-09-01T09:00:00.000Z', field: null, before: null, after: null }
let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.on('GET /api/company/7', { status: 200, body: { data: companyRecord } })
  const data = [{ ...entry, id: 90, field: 'city', before: '港区', after: '千代田区' }, creation]
  api.on('GET /api/company/7/history', { status: 200, body: { data, page: { next: null } } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Answered = EndpointResponse<UndoEndpoint>['data']
const city = { field: 'city', now: '千代田区', back: '港区', stays: null, later: null, action: null }
const phone = { ...city, field: 'phone', now: '0300000001', back: '0300000002' }
const record: UndoRecord = {
  id: 7,
  name: '青葉食品',
  version: 3,
  whole: null,
  fields: [city],
  ok: true,
  held: [],
  code: null,
  message: null,
}
const answer = (records: UndoRecord[], more: Partial<Answered> = {}): Answer => {
  const done = records.filter(({ ok }) => ok).length
  return { status: 200, body: { data: { at: entry.at, by: '佐藤', total: records.length, done, change: null, records, ...more } } }
}
const bodies = () => api.of(undo).map(({ body }) => body)

async function open(button: string, role: Role = 'admin') {
  const screens = { '/op/company/:id': <ResourceDetail resource={company} endpoints={companyEndpoints} listRoute="company.list" /> }
  const { alerts } = await openScreen(screens, '/op/company/7', { api, role })
  fireEvent.click(await screen.findByRole('button', { name: button }))
  return { alerts, dialog: within(await screen.findByRole('dialog')) }
}
const one = '2026/09/03 00:30 の変更を取り消す'
const all = '2026/09/03 00:30 の取り込みをまとめて取り消す'

test('a change is shown by field, chosen and taken back; what stays says why', async () => {
  const later = { ...phone, stays: 'later' as const, later: { at: '2026-09-04T00:00:00.000Z', by: '鈴木' } }
  const state = { ...city, field: 'credit_status', now: 'BLOCKED', back: 'ACTIVE', stays: 'state' as const }
  const named = { ...city, field: 'name', now: '青葉', back: '青葉食品' }
  api.on(undo, answer([{ ...record, fields: [city, named, later, state] }]))
  const { dialog, alerts } = await open(one)
  expect(await dialog.findByText(/佐藤 による 2026\/09\/03 00:30 の変更です/u)).toBeTruthy()
  expect(bodies()).toEqual([{ change: 90, ids: [7], dry_run: true }])
  expect(dialog.getByRole('checkbox', { name: '電話番号' })).toHaveProperty('disabled', true)
  expect(dialog.getByText('あとから変更されたため、そのまま残します（2026/09/04 09:00 鈴木）')).toBeTruthy()
  expect(dialog.getByText('審査や申込などの結果は取り消せません')).toBeTruthy()

  fireEvent.click(dialog.getByRole('checkbox', { name: '企業名' }))
  await waitFor(() => expect(bodies().at(-1)).toEqual({ change: 90, ids: [7], fields: ['city'], dry_run: true }))
  await waitFor(() => expect(dialog.getByRole('button', { name: '取り消す' })).toHaveProperty('disabled', false))
  fireEvent.click(dialog.getByRole('button', { name: '取り消す' }))
  await waitFor(() => expect(bodies().at(-1)).toEqual({ change: 90, ids: [7], versions: [3], fields: ['city'] }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(alerts).toEqual([{ type: 'success', messages: ['変更を取り消しました'] }])
})

test('the preview is that of the last choice, whichever comes first', async () => {
  const held = Promise.withResolvers<Answer>()
  const both = [{ ...record, fields: [city, phone] }]
  api.on(undo, ({ body }) => {
    const { fields } = body as { fields?: string[] }
    return fields?.length === 1 ? held.promise : answer(both, fields ? { by: '鈴木' } : {})
  })
  const { dialog } = await open(one)
  const box = dialog.getByRole('checkbox', { name: '電話番号' })
  fireEvent.click(box)
  await waitFor(() => expect(bodies()).toHaveLength(2))
  fireEvent.click(box)
  expect(await dialog.findByText(/鈴木 による/u)).toBeTruthy()
  held.resolve(answer(both, { by: '田中' }))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(dialog.getByText(/鈴木 による/u)).toBeTruthy()
})

test('an import is taken back with all of its records, and each has its result', async () => {
  const created: UndoRecord = { ...record, id: 9, name: '新しい企業', whole: 'create', fields: [], ok: false }
  const refused: UndoRecord = { ...record, id: 8, name: '若葉食品', ok: false, code: 'conflict', message: '別の方が更新しました。' }
  api.on(undo, ({ body }) =>
    answer((body as { dry_run?: boolean }).dry_run ? [record, { ...record, id: 8, name: '若葉食品' }, created] : [record, refused]),
  )
  const { dialog } = await open(all)
  expect(await dialog.findByText('3 件のうち 2 件を戻します。')).toBeTruthy()
  expect(bodies()).toEqual([{ change: 90, dry_run: true }])
  expect(dialog.getByRole('checkbox', { name: '市区町村（2 件）' })).toHaveProperty('checked', true)
  expect(dialog.getByText(/この操作で登録されたため、取り消せません/u)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: '取り消す（2 件）' }))
  expect(await dialog.findByText('1 件の変更を取り消しました。1 件は取り消せませんでした。')).toBeTruthy()
  expect(bodies().at(-1)).toEqual({ change: 90, ids: [7, 8], versions: [3, 3], fields: ['city'] })
  expect(dialog.getByText('別の方が更新しました。', { exact: false })).toBeTruthy()
  fireEvent.click(dialog.getByText('閉じる').closest('button')!)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('nothing is undone without a choice, and what needs approval says so', async () => {
  api.on(undo, answer([{ ...record, held: ['city'] }]))
  const { dialog, alerts } = await open(one)
  expect(
    await dialog.findByText('市区町村を戻すには承認が必要です。取り消すと承認待ちになり、承認されると変更前の値に戻ります。'),
  ).toBeTruthy()
  fireEvent.click(dialog.getByRole('checkbox', { name: '市区町村' }))
  expect(dialog.getByText('戻す項目を選んでください。')).toBeTruthy()
  expect(dialog.getByRole('button', { name: '取り消す' })).toHaveProperty('disabled', true)
  fireEvent.click(dialog.getByRole('checkbox', { name: '市区町村' }))
  await waitFor(() => expect(dialog.getByRole('button', { name: '取り消す' })).toHaveProperty('disabled', false))
  fireEvent.click(dialog.getByRole('button', { name: '取り消す' }))
  await waitFor(() => expect(alerts).toEqual([{ type: 'success', messages: ['変更を申請しました。承認されると元の値に戻ります'] }]))
})

test('a refusal of the preview is told, and can be tried again', async () => {
  api.on(undo, answer([{ ...record, ok: false, code: 'validation_failed', message: '予算を超えます。' }]))
  const { dialog } = await open(one)
  expect((await dialog.findByRole('alert')).textContent).toBe('予算を超えます。')
  expect(dialog.getByRole('button', { name: '取り消す' })).toHaveProperty('disabled', true)
  cleanup()
  api.on(undo, { status: 500, body: { code: 'internal', message: '失敗しました。' } })
  const { dialog: again } = await open(one)
  expect((await again.findByRole('alert')).textContent).toContain('失敗しました。')
  api.on(undo, answer([record]))
  fireEvent.click(again.getByRole('button', { name: /再/u }))
  expect(await again.findByRole('checkbox', { name: '市区町村' })).toBeTruthy()
})

test('a creation has no button, nor has a role that may not update', async () => {
  const screens = { '/op/company/:id': <ResourceDetail resource={company} endpoints={companyEndpoints} listRoute="company.list" /> }
  await openScreen(screens, '/op/company/7', { api, role: 'admin' })
  expect(await screen.findAllByRole('button', { name: /取り消す/u })).toHaveLength(2)
  cleanup()
  await openScreen(screens, '/op/company/7', { api, role: 'advertiser' })
  expect(await screen.findByText('港区')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /取り消す/u })).toBeNull()
})
