// @vitest-environment jsdom
import { FakeApi, openScreen, stubDevice, type Answer } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { area } from '../area.ts'
import ChangeRequestScreen from './ChangeRequestScreen.tsx'
import { MembershipSection } from '../user/MembershipSection.tsx'
import { FourEyesPanel } from './FourEyesPanel.tsx'

const path = '/op/change_request'
const request = {
  id: 4,
  area: 'credit',
  account: { id: 21, name: '青葉' },
  entity: 'company',
  entity_id: 12,
  action: 'update',
  name: '青葉商事',
  before: { credit_limit: '100000', credit_status: 'ACTIVE' },
  after: { credit_limit: '90000' },
  reason: null,
  requested_by: '林',
  own: false,
  requested_at: '2026-11-24T03:00:00.000Z',
  lapses_at: '2026-12-01T03:00:00.000Z',
  outcome: null,
  decided_by: null,
  decided_at: null,
  decision: null,
}
const ended = { ...request, id: 3, outcome: 'REJECTED', decided_by: '森', decided_at: '2026-11-25T03:00:00.000Z', decision: '根拠が不足' }

let api: FakeApi
let waiting: object[]
beforeEach(() => {
  localStorage.clear()
  stubDevice()
  waiting = [request, { ...request, id: 5, own: true, name: '若葉商事', reason: '取引額に合わせるため' }]
  api = new FakeApi()
  api.on('GET /api/change-request', ({ query }) => {
    const among: readonly object[] = query.get('state') === 'ended' ? [ended] : waiting
    const entity = query.get('entity')
    return { status: 200, body: { data: among.filter((each) => entity === null || ('entity' in each && each.entity === entity)) } }
  })
  api.on('GET /api/four-eyes/account/21', () => ({ status: 200, body: { data: { areas: ['credit', 'order'], order_above: '2000000' } } }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const routes = Object.fromEntries(area.routes.map(({ name, path: to }) => [name, to]))
const open = (address = path) => openScreen({ [path]: <ChangeRequestScreen /> }, address, { api, routes })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('shows further requests on demand, and decides about them as about the first ones', async () => {
  const older = { ...request, id: 2, name: '古葉商事' }
  api.on('GET /api/change-request', ({ query }) => {
    const isFurther = query.get('after') === '4'
    const next = isFurther || query.get('state') === 'ended' ? null : '4'
    return { status: 200, body: { data: isFurther ? [older] : waiting, page: { next } } }
  })
  api.on('POST /api/change-request/2/reject', () => ({ status: 204 }))
  await open()
  fireEvent.click(await screen.findByRole('button', { name: 'さらに表示' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3))
  const last = screen.getAllByRole('listitem').at(-1)!
  await waitFor(() => expect(last).toBe(document.activeElement))
  expect(screen.queryByRole('button', { name: 'さらに表示' })).toBeNull()
  fireEvent.click(within(last).getByRole('button', { name: /^却下する/u }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: '根拠が不足' } })
  fireEvent.click(dialog.getByRole('button', { name: '却下する' }))
  await waitFor(() => expect(api.of('POST /api/change-request/2/reject')).toHaveLength(1))
  // Those that have ended begin with their first page.
  fireEvent.click(screen.getByText('終了したもの'))
  const asked = () => api.of('GET /api/change-request').at(-1)!.query
  await waitFor(() => expect(asked().get('state')).toBe('ended'))
  expect(asked().get('after')).toBeNull()
})

test('names what is asked for: an action of a state, and what is no resource', async () => {
  const order = {
    entity: 'order',
    action: 'approve',
    name: '夏の広告',
    before: { amount: '5000', status: 'PENDING_APPROVAL', quantity: 3 },
  }
  waiting = [
    { ...request, ...order, after: { status: 'APPROVED' } },
    { ...request, id: 6, entity: 'membership', action: 'delete', name: '林', before: { user: 'a@b.example' }, after: {} },
  ]
  await open()
  const [approval] = await screen.findAllByRole('listitem')
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    '申込（承認する）：夏の広告',
    'アカウントからの除外：林',
  ])
  // In the order of the record, whatever that of the answer is.
  expect(approval!.textContent).toMatch(/変わらない項目.*購入数.*金額/u)
})

test('shows who asked for what, and approves that of another person with a reason, not an own one', async () => {
  api.on('POST /api/change-request/4/approve', () => ({ status: 204 }))
  await open()
  const [others, own] = await screen.findAllByRole('listitem')
  expect(others!.textContent).toContain('与信枠¥100,000 → ¥90,000')
  expect(others!.textContent).toContain('申請 2026/11/24 12:00 林 ・ 期限 2026/12/01 12:00')
  expect(own!.textContent).toContain('申請の理由：取引額に合わせるため')
  expect(
    within(own!)
      .getByRole('button', { name: /^承認する/u })
      .getAttribute('aria-disabled'),
  ).toBe('true')
  expect(within(own!).queryByRole('button', { name: /^却下する/u })).toBeNull()
  press('承認する：企業の変更：青葉商事')
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: '承認する' }))
  expect((await within(dialog).findByRole('alert')).textContent).toBe('必須項目です。')
  expect(api.of('POST /api/change-request/4/approve')).toEqual([])
  fireEvent.change(within(dialog).getByRole('textbox', { name: '承認の理由' }), { target: { value: '決算書を確認' } })
  fireEvent.click(within(dialog).getByRole('button', { name: '承認する' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.of('POST /api/change-request/4/approve').map(({ body }) => body)).toEqual([{ reason: '決算書を確認' }])
})

test.each([
  ['a lost connection', 503, 'unavailable'],
  ['a factor that was not given', 403, 'factor_needed'],
])('%s keeps the dialog and its reason, which can be sent again', async (_, status, code) => {
  let answer: Answer = { status, body: { code, message: '今はできません' } }
  api.on('POST /api/change-request/4/approve', () => answer)
  await open()
  await screen.findAllByRole('listitem')
  press('承認する：企業の変更：青葉商事')
  const dialog = within(await screen.findByRole('dialog'))
  const button = () => dialog.getByRole('button', { name: /承認する$/u })
  fireEvent.change(dialog.getByRole('textbox', { name: '承認の理由' }), { target: { value: '決算書を確認' } })
  fireEvent.click(button())
  // Read again, because it may have ended.
  await waitFor(() => expect(api.of('GET /api/change-request').length).toBeGreaterThan(1))
  await waitFor(() => expect(button().className).not.toContain('loading'))
  expect(dialog.getByRole('textbox')).toHaveProperty('value', '決算書を確認')
  answer = { status: 204 }
  fireEvent.click(button())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.of('POST /api/change-request/4/approve')).toHaveLength(2)
})

test('a request that somebody else has decided closes the dialog', async () => {
  api.on('POST /api/change-request/4/approve', { status: 409, body: { code: 'state_not_allowed', message: '決定済み' } })
  await open()
  await screen.findAllByRole('listitem')
  press('承認する：企業の変更：青葉商事')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByRole('textbox', { name: '承認の理由' }), { target: { value: '決算書を確認' } })
  waiting = []
  fireEvent.click(dialog.getByRole('button', { name: '承認する' }))
  await screen.findByText('承認待ちの変更はありません。')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a large order begins with what changes, and shows all of its terms below', async () => {
  const terms = { product_id: null, billing: 'CPM', quantity: 10_000, amount: '501', landing_url: 'https://lp.example/spring' }
  const before = { status: 'PENDING_APPROVAL', ...terms, creative_group_id: null }
  waiting = [{ ...request, area: 'order', entity: 'order', action: 'approve', name: '春の広告', before, after: { status: 'APPROVED' } }]
  await open()
  const item = await screen.findByRole('listitem')
  const [changing, staying] = within(item)
    .getAllByRole('term')
    .map((term) => term.closest('dl'))
    .filter((list, index, lists) => lists.indexOf(list) === index)
  expect(changing!.textContent).toBe('申込状況承認待ち → 承認済み')
  expect(staying!.previousElementSibling!.textContent).toBe('変わらない項目')
  expect(
    within(staying!)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['課金方式', '購入数', '金額', 'リンク先URL'])
  expect(staying!.textContent).toContain('https://lp.example/spring')
})

test('a request that lapsed says why', async () => {
  const lapsed = { ...ended, decided_by: null, decision: null }
  const outcomes = ['LAPSED', 'OUTDATED'].map((outcome, index) => ({ ...lapsed, id: index + 1, outcome }))
  api.on('GET /api/change-request', () => ({ status: 200, body: { data: outcomes } }))
  await open(`${path}?state=ended`)
  const [late, outdated] = await screen.findAllByRole('listitem')
  expect(late!.textContent).toContain('失効 2026/11/25 12:00：期限までに承認されませんでした')
  expect(outdated!.textContent).toContain('失効 2026/11/25 12:00：申請の後に対象の状態または内容が変わりました')
})

test('says that nothing waits, and keeps what has ended in the address', async () => {
  waiting = []
  await open()
  await screen.findByText('承認待ちの変更はありません。')
  cleanup()
  await open(`${path}?state=ended`)
  expect((await screen.findByRole('listitem')).textContent).toContain('却下 2026/11/25 12:00 森：根拠が不足')
})

test('a list that the change empties reads as empty', async () => {
  const setting = { before: { areas: ['credit'] }, after: { areas: [] } }
  waiting = [{ ...request, entity: 'four_eyes', entity_id: 21, action: 'update', name: '青葉', ...setting }]
  await open()
  expect((await screen.findByRole('listitem')).textContent).toMatch(/与信枠の変更.* → —/u)
})

test('the page of an account shows the change of its setting that waits, that of a user the removal that does', async () => {
  const setting = { before: { areas: ['credit', 'order'], order_above: '2000000' }, after: { areas: ['credit'], order_above: '2000000' } }
  const gone = { before: { user: 'a@b.example', account: '若葉エージェンシー' }, after: {} }
  waiting = [
    { ...request, entity: 'four_eyes', entity_id: 21, action: 'update', name: '青葉', ...setting },
    { ...request, id: 6, entity: 'membership', entity_id: 7, action: 'delete', name: '林', ...gone },
  ]
  api.on('GET /api/user/agency/7/account', { status: 200, body: { data: [] } })
  const pages = {
    '/account': <FourEyesPanel accountId={21} kind="advertiser" name="青葉" />,
    '/user': <MembershipSection kind="agency" userId={7} />,
  }
  const shown = async () => (await screen.findByRole('heading', { name: '承認待ちの変更があります' })).closest('section')!.textContent
  await openScreen(pages, '/account', { api, routes })
  expect(await shown()).toMatch(/与信枠の変更.*高額の申込の承認.* → .*与信枠の変更/u)
  cleanup()
  await openScreen(pages, '/user', { api, routes })
  expect(await shown()).toMatch(/アカウントからの除外.*若葉エージェンシー/u)
  const asked = api.of('GET /api/change-request').map(({ query }) => Object.fromEntries(query))
  expect(asked).toEqual([
    { state: 'waiting', entity: 'four_eyes', entity_id: '21' },
    { state: 'waiting', entity: 'membership', entity_id: '7' },
  ])
})

test('a setting that asks for less says that it waits itself', async () => {
  api.on('POST /api/four-eyes/account/21', () => ({ status: 200, body: { data: { waits: true } } }))
  const { alerts } = await openScreen({ '/x': <FourEyesPanel accountId={21} kind="advertiser" name="青葉" /> }, '/x', { api, routes })
  await screen.findByText('高額の申込の承認（¥2,000,000を超えるもの）')
  press('2人で決める変更の設定を変更する')
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('checkbox', { name: '与信枠の変更' }))
  const amount = within(dialog).getByRole('textbox', { name: /^承認に2人が必要な金額/u })
  for (const [typed, said] of [
    ['百万円くらい', '数値を入力してください。'],
    ['', '必須項目です。'],
    ['9999999999999', '999,999,999,999円以下で入力してください。'],
    ['1.5', '1円未満は指定できません。1円単位で入力してください。'],
    ['-1', '0円以上で入力してください。'],
  ] as const) {
    fireEvent.change(amount, { target: { value: typed } })
    fireEvent.click(within(dialog).getByRole('button', { name: '保存する' }))
    expect((await within(dialog).findByRole('alert')).textContent).toBe(said)
  }
  fireEvent.change(amount, { target: { value: '３００万円' } })
  fireEvent.click(within(dialog).getByRole('button', { name: '保存する' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.of('POST /api/four-eyes/account/21').map(({ body }) => body)).toEqual([{ areas: ['order'], order_above: '3000000' }])
  expect(JSON.stringify(alerts)).toContain('承認待ちの変更に追加しました')
})
