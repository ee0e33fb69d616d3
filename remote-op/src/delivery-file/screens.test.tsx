// @vitest-environment jsdom
import type { DeliverySummary } from '@adsite/contract'
import { buttonNamed, FakeApi, openScreen, stamps, stubDevice } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { area } from '../area.ts'
import DeliveryFileDetailScreen from './DeliveryFileDetailScreen.tsx'
import HandInScreen from './HandInScreen.tsx'

const routes = Object.fromEntries(area.routes.map(({ name, path }) => [name, path]))
let api: FakeApi
beforeEach(() => {
  localStorage.clear()
  stubDevice()
  api = new FakeApi()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const file = {
  ...stamps,
  id: 7,
  name: 'several.csv',
  source: 'dsp-1',
  status: 'TAKEN',
  advertiser_account_id: null,
  advertiser_account_ids: [3, 4],
  rows_read: 3,
  rows_taken: 3,
  rows_refused: 0,
  rows_odd: 0,
  rows_replaced: 0,
  rows_gone: 0,
  imps: 1117,
  clicks: null,
  conversions: null,
  gross: '77.5',
  media_cost: '44',
  rates: null,
  ignored_columns: null,
  size: 90,
  file_hash: 'a'.repeat(64),
}

async function openFile(record: object) {
  api.on('GET /api/delivery-file/7', { status: 200, body: { data: { ...record, blocked: {} } } })
  api.on('GET /api/delivery-file/7/refused', { status: 200, body: { data: [], total: 0 } })
  const figures = { conversions: null, media_cost: '40' }
  const data = [
    { advertiser_account_id: 4, name: '株式会社西', rows_taken: 1, imps: 1100, clicks: null, gross: '70', ...figures },
    { advertiser_account_id: 3, name: '株式会社東', rows_taken: 2, imps: 17, clicks: 2, gross: '7.5', ...figures },
  ]
  api.on('GET /api/delivery-file/7/advertisers', { status: 200, body: { data } })
  await openScreen({ '/op/delivery_file/:id': <DeliveryFileDetailScreen /> }, '/op/delivery_file/7', { api, routes })
}

test('the file of several advertisers shows the sums of each', async () => {
  await openFile(file)
  const table = (await screen.findByText('株式会社西')).closest('table')!
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows).toEqual([
    ['広告主', '取込行数', '表示回数', 'クリック数', 'コンバージョン数', '配信金額', '媒体費'],
    ['株式会社西', '1', '1,100', '—', '—', '¥70', '¥40'],
    ['株式会社東', '2', '17', '2', '—', '¥8', '¥40'],
  ])
  screen.getByText('複数')
})

test('that of one has them as its own', async () => {
  await openFile({ ...file, advertiser_account_id: 3, advertiser_account_ids: [3], refs: { advertiser_account_id: '株式会社東' } })
  await screen.findByText('株式会社東')
  expect(screen.queryByText('広告主別の合計')).toBeNull()
  expect(api.of('GET /api/delivery-file/7/advertisers')).toEqual([])
})

async function put(content: string, mappings: readonly { source: string; map: string }[] = []) {
  api.on('GET /api/delivery/mapping', { status: 200, body: { data: mappings } })
  await openScreen({ '/op/delivery_file/import': <HandInScreen /> }, '/op/delivery_file/import', { api, routes })
  fireEvent.change(await screen.findByLabelText(/ファイルを選択/u), { target: { files: [new File([content], 'report.csv')] } })
}

async function choose(content: string, mappings: readonly { source: string; map: string }[] = []) {
  await put(content, mappings)
  await screen.findByRole('table')
  fireEvent.change(screen.getByLabelText('取込元'), { target: { value: 'dsp-1' } })
}

test('the file is shown where it was dropped, and another one takes its place', async () => {
  api.on('GET /api/delivery/mapping', { status: 200, body: { data: [] } })
  await openScreen({ '/op/delivery_file/import': <HandInScreen /> }, '/op/delivery_file/import', { api, routes })
  const input = await screen.findByLabelText<HTMLInputElement>(/ファイルを選択/u)
  fireEvent.click(screen.getByRole('button', { name: buttonNamed('取り込む') }))
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
  expect(document.getElementById(input.getAttribute('aria-describedby')!)!.textContent).toBe('必須項目です。')
  const drop = (name: string) => fireEvent.drop(input, { dataTransfer: { files: [new File(['day,imps\n2026-01-01,1\n'], name)] } })
  drop('july.csv')
  expect(await screen.findByText('july.csv')).toBeTruthy()
  drop('august.csv')
  expect(await screen.findByText('august.csv')).toBeTruthy()
  expect(screen.queryByText('july.csv')).toBeNull()
  expect(input.multiple).toBe(false)
})

test('where no column says the advertiser, it is asked for and the field says so', async () => {
  await choose('day,campaign,imps,gross\n2026-01-01,a,1,1\n')
  fireEvent.click(screen.getByRole('button', { name: buttonNamed('取り込む') }))
  const field = await screen.findByRole('combobox', { name: '広告主' })
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(document.getElementById(field.getAttribute('aria-describedby')!)!.textContent).toBe('必須項目です。')
  expect(api.of('POST /api/delivery')).toEqual([])
})

test('required fields without a column are named before anything is sent; a campaign needs its name or our id', async () => {
  await choose('x,imps,advertiser\n1,2,東\n')
  fireEvent.click(screen.getByRole('button', { name: buttonNamed('取り込む') }))
  expect((await screen.findByRole('alert')).textContent).toBe('必須の項目に列を割り当ててください: 日付、キャンペーン名、配信金額')
  expect(api.of('POST /api/delivery')).toEqual([])
  const choices = async () => {
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '項目: x' }))
    return screen.findByTitle(/^キャンペーン名/u)
  }
  expect((await choices()).title).toBe('キャンペーン名 *')
})

test('a field that a column has is offered for no other one', async () => {
  await choose('x,day,imps\n1,2026-01-01,2\n')
  const offeredFor = async (column: string) => {
    fireEvent.mouseDown(screen.getByRole('combobox', { name: `項目: ${column}` }))
    const list = (await screen.findAllByRole('listbox')).at(-1)!.closest<HTMLElement>('.ant-select-dropdown')!
    const titles = [...list.querySelectorAll<HTMLElement>('.ant-select-item-option')].map(({ title }) => title.replace(' *', ''))
    return ['日付', 'キャンペーン名'].filter((name) => titles.includes(name))
  }
  expect(await offeredFor('x')).toEqual(['キャンペーン名'])
  expect(await offeredFor('day')).toEqual(['日付', 'キャンペーン名'])
})

test('a column without a name is not offered, because a mapping could not name it', async () => {
  await choose(',day,,imps\n1,2026-01-01,2,3\n')
  const rows = within(screen.getByRole('table')).getAllByRole('rowheader')
  expect(rows.map(({ textContent }) => textContent)).toEqual(['day', 'imps'])
  expect(screen.getByText('見出しに名前のない列（#1, #3）は割り当てられません。', { exact: false })).toBeTruthy()
})

test.for([
  ['tabs', 'day\tcampaign\timps\tgross\n2026-01-01\ta\t1\t1\n', '列がタブで区切られています。'],
  ['semicolons', 'day;campaign;imps;gross\n2026-01-01;a;1;1\n', '列がセミコロン（;）で区切られています。'],
  ['CR alone', 'day,campaign,imps,gross\r2026-01-01,a,1,1\r', '改行コードがCRだけのため、行を区切れません。'],
] as const)('a file whose columns or lines cannot be told apart is not taken, and the screen says why: %s', async ([, content, why]) => {
  await put(content)
  const told = await screen.findByRole('alert')
  expect(told.textContent).toMatch(new RegExp(`^\\S+: ${why}`, 'u'))
  expect(screen.queryByRole('table')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: buttonNamed('取り込む') }))
  await waitFor(() => expect(screen.getAllByRole('alert')[0]!.textContent).toBe('必須項目です。'))
  expect(api.of('POST /api/delivery')).toEqual([])
})

test('where a column says it, nobody is asked; the mapping is sent, to be saved', async () => {
  const map = 'advertiser=client,day=day,campaign=campaign,imps=imps,gross=gross'
  await choose('client,day,campaign,imps,gross\n株式会社東,2026-01-01,a,1,1\n', [{ source: 'dsp-1', map }])
  fireEvent.click(screen.getByRole('checkbox', { name: /^この割り当てを取込元に保存し/u }))
  expect(screen.queryByRole('combobox', { name: '広告主' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: buttonNamed('取り込む') }))
  await waitFor(() => expect(api.of('POST /api/delivery')).toHaveLength(1))
  const { query } = api.of('POST /api/delivery')[0]!
  // In column order.
  expect(query.get('map')).toBe(`${map},date_format=YYYY-MM-DD`)
  expect(query.get('mapping')).toBe('save')
  expect(query.has('advertiser_account_id')).toBe(false)
})

test.for([
  [0, '2行を取り込みました（エラー 0行）', false],
  [3, '2行を取り込みました（エラー 3行）', true],
] as const)('after a file with %i refused lines the screen says so, and where they are', async ([refused, said, isWarned]) => {
  const map = 'advertiser=client,day=day,campaign=campaign,imps=imps,gross=gross'
  await choose('client,day,campaign,imps,gross\n株式会社東,2026-01-01,a,1,1\n', [{ source: 'dsp-1', map }])
  const data: DeliverySummary = {
    source: 'dsp-1',
    file_hash: '0',
    file_id: 7,
    already_taken: false,
    nothing_added: null,
    rows_completed: 0,
    rows_read: 2 + refused,
    rows_taken: 2,
    rows_refused: refused,
    rows_odd: 0,
    rows_replaced: 0,
    sums: { imps: 2, clicks: null, conversions: null, gross: '2', media_cost: null },
    advertisers: [],
    ignored_columns: [],
    refused: [],
  }
  api.on('POST /api/delivery', { status: 201, body: { data } })
  fireEvent.click(screen.getByRole('button', { name: buttonNamed('取り込む') }))
  const told = (await screen.findByText(said)).closest<HTMLElement>('[role="alert"]')!
  expect(within(told).queryByText('エラーの行とその理由は、取込ファイルで確認できます。') !== null).toBe(isWarned)
  expect(within(told).getByRole('link', { name: '取込ファイルを開く' }).getAttribute('href')).toBe('/op/delivery_file/7')
  // The next attempt has an outcome of its own.
  fireEvent.change(screen.getByLabelText('取込元'), { target: { value: 'dsp 1' } })
  fireEvent.click(screen.getByRole('button', { name: buttonNamed('取り込む') }))
  await screen.findByText('半角の英数字と . - _ を100文字まで入力してください。')
  expect(screen.queryByText(said)).toBeNull()
})

test('one refused line is one in English', async () => {
  api.on('GET /api/delivery-file/7', { status: 200, body: { data: { ...file, rows_refused: 1, blocked: {} } } })
  api.on('GET /api/delivery-file/7/refused', { status: 200, body: { data: [{ line: 2, reason: 'x', raw: 'a' }], total: 1 } })
  api.on('GET /api/delivery-file/7/advertisers', { status: 200, body: { data: [] } })
  await openScreen({ '/op/delivery_file/:id': <DeliveryFileDetailScreen /> }, '/op/delivery_file/7', { api, routes, language: 'en' })
  expect(await screen.findByText('1 line')).toBeTruthy()
})

test('a file that is refused shows what the server said of it', async () => {
  const map = 'advertiser=client,day=day,campaign=campaign,imps=imps,gross=gross'
  await choose('client,day,campaign,imps,gross\n株式会社東,2026-01-01,a,1,1\n', [{ source: 'dsp-1', map }])
  const errors = { file: ['UTF-8で保存してください。'], map: ['列「client」がありません。', '列「day」がありません。'] }
  api.on('POST /api/delivery', { status: 422, body: { code: 'validation_failed', message: '入力内容を確認してください', errors } })
  fireEvent.click(screen.getByRole('button', { name: buttonNamed('取り込む') }))
  const told = await screen.findAllByRole('alert')
  expect(told.map(({ textContent }) => textContent)).toEqual([errors.file[0], errors.map.join(' ')])
})

test('the mapping that was saved for the source is there once the source is named', async () => {
  const map = 'day=tag,campaign=kampagne,imps=views,gross=preis,date_format=DD.MM.YYYY'
  await choose('tag,kampagne,views,preis\n01.07.2026,a,1,1\n', [{ source: 'dsp-1', map }])
  expect(screen.queryByText('取込元「dsp-1」に保存した割り当てです。')).not.toBeNull()
  const source = screen.getByLabelText('取込元')
  const format = () => (screen.getByLabelText('日付の書式') as HTMLInputElement).value
  expect(format()).toBe('DD.MM.YYYY')
  fireEvent.change(source, { target: { value: 'dsp-2' } })
  expect(screen.queryByText(/に保存した割り当て/u)).toBeNull()
  expect(format()).toBe('YYYY-MM-DD')
})

test('no file is chosen before the saved mappings are known', async () => {
  const failure = { status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } }
  const path = 'GET /api/delivery/mapping'
  api.on(path, () => (api.of(path).length > 1 ? { status: 200, body: { data: [] } } : failure))
  await openScreen({ '/op/delivery_file/import': <HandInScreen /> }, '/op/delivery_file/import', { api, routes })
  expect((await screen.findByRole('alert')).textContent).toContain('サーバーでエラーが発生しました')
  expect(screen.queryByLabelText(/ファイルを選択/u)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: buttonNamed('再試行') }))
  expect(await screen.findByLabelText(/ファイルを選択/u)).toBeTruthy()
})

test('a saved mapping that does not fit the file is not used, and the screen says so', async () => {
  await choose('day,campaign,imps,gross\n2026-01-01,a,1,1\n', [
    { source: 'dsp-1', map: 'day=tag,campaign=kampagne,imps=views,gross=preis' },
  ])
  expect(screen.queryByText(/このファイルにない列を含むため使っていません/u)).not.toBeNull()
})

test('what was wrong with a file is said no more while the next attempt is under way, nor of another file', async () => {
  const path = 'POST /api/delivery'
  const refused = {
    status: 422,
    body: { code: 'validation_failed', message: '入力内容を確認してください', errors: { file: ['7行目を読めません'] } },
  }
  let answer = () => {}
  api.on(path, () => (api.of(path).length > 1 ? new Promise((resolve) => (answer = () => resolve(refused))) : refused))
  await choose('day,campaign,imps,gross,advertiser\n2026-01-01,a,1,1,東\n')
  const send = () => fireEvent.click(screen.getByRole('button', { name: buttonNamed('取り込む') }))
  send()
  expect((await screen.findByRole('alert')).textContent).toBe('7行目を読めません')
  send()
  await waitFor(() => expect(api.of(path)).toHaveLength(2))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  answer()
  expect((await screen.findByRole('alert')).textContent).toBe('7行目を読めません')
  const other = new File(['day,campaign,imps,gross,advertiser\n2026-01-02,a,1,1,東\n'], 'corrected.csv')
  fireEvent.change(screen.getByLabelText(/ファイルを選択/u), { target: { files: [other] } })
  await screen.findByText('corrected.csv')
  expect(screen.queryByRole('alert')).toBeNull()
})
