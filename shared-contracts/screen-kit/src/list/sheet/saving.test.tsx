// @vitest-environment jsdom
import { campaign, campaignEndpoints, type EditResult } from '@adsite/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { campaignRecord, listAnswer } from '../../testing/samples.ts'
import { FakeApi, openScreen, type Answer } from '../../testing/screen.tsx'
import { ResourceList } from '../ResourceList.tsx'

const edit = 'POST /api/campaign/edit'
const row = (id: number, more: object = {}) => ({ ...campaignRecord, id, version: id, name: `春の特集${id}`, ...more })
const { totals: _, ...endpoints } = campaignEndpoints
const screens = {
  '/ad/campaign': (
    <ResourceList
      resource={campaign}
      endpoints={endpoints}
      detailRoute="campaign.detail"
      createRoute={null}
      emptyHint={{ ja: '—', en: '—' }}
    />
  ),
}

let api: FakeApi
/** Answers the save that is on its way. */
let finish: (results: readonly EditResult[]) => void
beforeEach(() => {
  api = new FakeApi()
  api.on('GET /api/campaign', listAnswer([row(5), row(6)]))
  api.on(
    edit,
    () =>
      new Promise<Answer>((resolve) => {
        finish = (results) => resolve({ status: 200, body: { data: { total: 1, done: 1, results, change: 90 } } })
      }),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = async () => {
  const opened = await openScreen(screens, '/ad/campaign?columns=name,serving_status,lifetime_budget,daily_budget', { api })
  await screen.findByRole('link', { name: '春の特集5' })
  return opened
}
const rowOf = (id: number) => screen.getByRole('link', { name: `春の特集${id}` }).closest('tr')!
const cell = (id: number, label: string) => within(rowOf(id)).getByRole('button', { name: new RegExp(`${label}を編集$`, 'u') })
const bar = () => screen.findByRole('region', { name: '一覧での編集' })
const bodies = () => api.of(edit).map(({ body }) => body)
function type(id: number, label: string, value: string): void {
  fireEvent.click(cell(id, label))
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } })
  fireEvent.keyDown(screen.getByRole('textbox', { name: label }), { key: 'Enter' })
}
async function choose(id: number, action: string): Promise<void> {
  fireEvent.click(cell(id, '設定'))
  fireEvent.click(await screen.findByRole('button', { name: action }))
}
async function save(): Promise<void> {
  const sent = bodies().length
  fireEvent.click(within(await bar()).getByRole('button', { name: /保存（1 件）$/u }))
  await waitFor(() => expect(bodies()).toHaveLength(sent + 1))
}
const result = (more: Partial<EditResult> = {}): EditResult => ({
  id: 5,
  name: '春の特集5',
  version: 5,
  changes: [{ field: 'lifetime_budget', before: '5000000', after: '1000000' }],
  ok: true,
  held: [],
  code: null,
  message: null,
  errors: {},
  ...more,
})

test('what is changed in a row while it is being saved stays a change, of the row as it is stored then', async () => {
  await open()
  type(5, '通期予算', '1000000')
  await save()
  type(5, '通期予算', '2000000')
  type(5, '1日の予算', '7000')
  api.on('GET /api/campaign', listAnswer([row(5, { version: 8, lifetime_budget: '1000000' }), row(6)]))
  finish([result()])
  await waitFor(async () => expect((await bar()).textContent).toContain('1 件を変更中です。 1 件を保存しました。'))
  expect(cell(5, '通期予算').textContent).toContain('¥2,000,000')
  expect(cell(5, '通期予算').textContent).toContain('変更前 ¥1,000,000')
  expect(rowOf(5).dataset['saved']).toBe('false')
  await save()
  expect(bodies()[1]).toEqual({ rows: [{ id: 5, version: 8, values: { lifetime_budget: '2000000', daily_budget: '7000' } }] })
})

test('what is taken back while it is being saved is to be saved as it was before', async () => {
  await open()
  type(5, '通期予算', '1000000')
  await choose(5, '停止する')
  await save()
  fireEvent.keyDown(cell(5, '通期予算'), { key: 'Escape' })
  await choose(5, '変更前に戻す')
  api.on('GET /api/campaign', listAnswer([row(5, { version: 8, lifetime_budget: '1000000', user_status: 'PAUSED' }), row(6)]))
  finish([result()])
  await waitFor(() => expect(cell(5, '通期予算').textContent).toContain('変更前 ¥1,000,000'))
  await save()
  expect(bodies()[1]).toEqual({ rows: [{ id: 5, version: 8, values: { lifetime_budget: '5000000' }, action: 'resume' }] })
})

test('a refusal says nothing about a value that came after it', async () => {
  await open()
  type(5, '通期予算', '1000000')
  await save()
  type(5, '通期予算', '2000000')
  const message = '広告の予算の合計を下回っています。'
  finish([result({ ok: false, code: 'validation_failed', message, errors: { lifetime_budget: [message] } })])
  await waitFor(async () => expect(within(await bar()).getByRole('button', { name: '変更を破棄' })).toHaveProperty('disabled', false))
  expect(cell(5, '通期予算').textContent).toContain('¥2,000,000')
  expect(screen.queryByText(message)).toBeNull()
})

test('a save that is answered after the list was left leaves the cells of the next list alone', async () => {
  const { router } = await open()
  type(5, '通期予算', '1000000')
  await save()
  void router.navigate('/ad/campaign?columns=name,lifetime_budget&sort=name')
  fireEvent.click(await screen.findByRole('button', { name: '保存せずに移動' }))
  await waitFor(() => expect(router.state.location.search).toContain('sort=name'))
  await waitFor(() => expect(cell(6, '通期予算')).toBeTruthy())
  type(6, '通期予算', '3000000')
  const reads = api.of('GET /api/campaign').length
  finish([result()])
  await waitFor(() => expect(api.of('GET /api/campaign').length).toBeGreaterThan(reads))
  await waitFor(async () => expect(within(await bar()).getByRole('button', { name: /保存（1 件）$/u })).toHaveProperty('disabled', false))
  expect(cell(6, '通期予算').textContent).toContain('¥3,000,000')
})

test('where nothing can be saved any more, what came of it gets the focus of the button that was pressed', async () => {
  await open()
  type(5, '通期予算', '1000000')
  const button = within(await bar()).getByRole('button', { name: /保存（1 件）$/u })
  button.focus()
  await save()
  finish([result({ ok: false, code: 'conflict', message: '他のユーザーが更新しました' })])
  await waitFor(() => expect(button).toHaveProperty('disabled', true))
  await waitFor(async () => expect(document.activeElement).toBe(within(await bar()).getByRole('status')))
})
