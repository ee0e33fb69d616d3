// @vitest-environment jsdom
import { company, companyEndpoints, type ImportResult } from '@adsite/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configureClient } from '@adsite/api-client'
import { FakeApi, openScreen, type Answer, type Screen } from '../testing/screen.tsx'
import { ResourceImport } from './ResourceImport.tsx'

// jsdom's XMLHttpRequest would use the network; this routes uploads through the mocked fetch.
vi.mock('../../../api-client/src/fetch-with-progress.ts', () => ({
  fetchWithProgress: (address: string, init: RequestInit, onProgress: (sent: number, total: number) => void) => {
    onProgress(1, 1)
    return fetch(address, init)
  },
}))

const path = 'POST /api/company/import'
let api: FakeApi
let bodies: Blob[]
let opened: Screen
beforeEach(async () => {
  api = new FakeApi()
  bodies = []
  const screens = {
    '/op/company/import': <ResourceImport resource={company} endpoints={companyEndpoints} listRoute="company.list" />,
    '/op/company': <h1>企業一覧</h1>,
  }
  opened = await openScreen(screens, '/op/company/import', { api })
  const send = api.fetch
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    if (init.body instanceof Blob) bodies.push(init.body)
    return send(input, init)
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function answer(result: Partial<ImportResult>): Answer {
  const counts = { create: 0, update: 0, unchanged: 0, conflict: 0, refused: 0, error_count: 0 }
  const data = { committed: false, ...counts, rows: [], errors: [], warnings: [], ignored: [], refused_file: null, ...result }
  return { status: 200, body: { data } }
}
const csvFile = (text: string) => new File([text], '企業.csv', { type: 'application/vnd.ms-excel' })
const choose = (file: File) => fireEvent.change(screen.getByLabelText(/CSVファイルを選択/u), { target: { files: [file] } })
const counts = () => screen.getAllByRole('definition').map(({ textContent }) => textContent)

test('a file is checked first, and what was checked is taken over', async () => {
  api.on(path, ({ query }) =>
    answer({ create: 2, update: 1200, unchanged: 3, ignored: ['登録者'], committed: query.get('commit') === 'true', change: 90 }),
  )
  choose(csvFile('企業名\n青葉食品\n'))
  const heading = await screen.findByRole('heading', { name: '1,202 件を取り込めます。' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(counts()).toEqual(['2', '1,200', '3', '0', '0'])
  expect(screen.getByText('取り込まない列: 登録者')).toBeTruthy()
  expect(api.of(path).map(({ query, headers }) => [query.get('commit'), headers.get('Content-Type')])).toEqual([[null, 'text/csv']])

  fireEvent.click(screen.getByRole('button', { name: '1,202 件を取り込む' }))
  await screen.findByRole('heading', { name: '1,202 件を取り込みました。' })
  expect(screen.getByRole('link', { name: '企業一覧' })).toHaveProperty('pathname', '/op/company')
  expect(screen.getByRole('button', { name: 'この取り込みを取り消す' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /件を取り込む/u })).toBeNull()
  expect(api.of(path)[1]!.query.get('commit')).toBe('true')
  expect(bodies[1]).toBe(bodies[0])
})

test('records that have changed since the check are shown again, and nothing is taken over before', async () => {
  const checks = ['a'.repeat(64), 'b'.repeat(64)]
  api.on(path, ({ query }) => {
    const checked = query.get('checked')
    if (query.get('commit') !== 'true') return answer({ update: 2, checked: checks[0] })
    return answer(checked === checks[1] ? { update: 2, committed: true, change: 90 } : { update: 2, outdated: true, checked: checks[1] })
  })
  choose(csvFile('ID,企業名\n1,青葉食品\n'))
  fireEvent.click(await screen.findByRole('button', { name: '2 件を取り込む' }))
  expect((await screen.findByRole('alert')).textContent).toContain('確認したあとに対象のデータが変更されたため、まだ取り込んでいません。')
  fireEvent.click(screen.getByRole('button', { name: '2 件を取り込む' }))
  await screen.findByRole('heading', { name: '2 件を取り込みました。' })
  expect(screen.queryByRole('alert')).toBeNull()
  const sent = api.of(path).slice(1)
  expect(sent.map(({ query }) => query.get('checked'))).toEqual(checks)
  expect(new Set(sent.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(2)
})

test('a file that was imported before says so before it is imported again, which is no longer the suggested button', async () => {
  const earlier = { at: '2026-11-30T01:05:00.000Z', by: '佐藤 花子', created: 1202 }
  api.on(path, ({ query }) => answer({ create: 1202, earlier, committed: query.get('commit') === 'true' }))
  choose(csvFile('企業名\n青葉食品\n'))
  const button = await screen.findByRole('button', { name: '1,202 件を取り込む' })
  const warning = screen.getByRole('alert')
  expect(warning.textContent).toBe(
    'このファイルはすでに取り込まれています。佐藤 花子 が 2026/11/30 10:05 に取り込み、1,202 件を登録しました。もう一度取り込むと、同じ内容が重複して登録されます。',
  )
  expect(warning.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(button.classList).not.toContain('ant-btn-primary')
  fireEvent.click(button)
  await screen.findByRole('heading', { name: '1,202 件を取り込みました。' })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('where such a file would create nothing more, nothing is said of that', async () => {
  api.on(path, answer({ unchanged: 1, earlier: { at: '2026-11-30T01:05:00.000Z', by: null, created: 1 } }))
  choose(csvFile('企業名\n青葉食品\n'))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'このファイルはすでに取り込まれています。システム が 2026/11/30 10:05 に取り込み、1 件を登録しました。',
  )
})

test('faults are named by line and column, and nothing can be taken over', async () => {
  const errors = [
    { line: 3, field: 'zip', column: '郵便番号', message: '郵便番号はXXX-XXXXの形式で入力してください。' },
    { line: 4, field: 'city', column: null, message: '必須項目です。' },
    { line: 5, field: null, column: null, message: '列の数が見出しと異なります。' },
  ]
  api.on(path, answer({ refused: 1002, conflict: 1, errors, error_count: 1003 }))
  choose(csvFile('x'))
  await screen.findByRole('heading', { name: '取り込めない行が 1,003 行あります。' })
  const lines = within(screen.getByRole('table', { name: 'エラーの一覧' }))
    .getAllByRole('row')
    .slice(1)
  expect(
    lines.map((line) =>
      within(line)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['3', '郵便番号', '郵便番号はXXX-XXXXの形式で入力してください。'],
    ['4', '市区町村', '必須項目です。'],
    ['5', '行全体', '列の数が見出しと異なります。'],
  ])
  expect(screen.getByText('ほかに 1,000 件のエラーがあります。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /件を取り込む/u })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '別のファイルを選ぶ' }))
  expect(screen.getByLabelText(/CSVファイルを選択/u)).toBeTruthy()
  expect(document.activeElement!.textContent).toBe('ファイルを選ぶ')
})

test('the values of each line are told, and the good lines can be taken alone, with a file of the others', async () => {
  const rows: ImportResult['rows'] = [
    { line: 2, outcome: 'update', name: '青葉食品', changes: [{ field: 'credit_limit', before: '5000', after: '8000' }] },
    { line: 3, outcome: 'create', name: '若葉商事', changes: [{ field: 'prefecture', before: null, after: '13' }] },
  ]
  const errors = [{ line: 4, field: 'zip', column: '郵便番号', message: '郵便番号はXXX-XXXXの形式で入力してください。' }]
  const warnings = [{ line: 3, field: 'zip', column: '郵便番号', message: 'この郵便番号は見つかりません。' }]
  api.on(path, ({ query }) =>
    answer({
      create: 1,
      update: 1,
      refused: 1,
      rows,
      errors,
      error_count: 1,
      warnings,
      refused_file: '企業名,取り込めない理由\r\nx,y\r\n',
      committed: query.get('partial') === 'true',
    }),
  )
  choose(csvFile('x'))
  await screen.findByRole('heading', { name: '取り込めない行が 1 行あります。' })
  const table = within(screen.getByRole('table', { name: '登録・更新する内容' }))
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    '行対象変更内容',
    '2更新 青葉食品与信枠 ¥5,000 → ¥8,000',
    '3登録 若葉商事都道府県 東京都',
  ])
  expect(screen.getByRole('table', { name: '確認が必要な項目' }).textContent).toContain('この郵便番号は見つかりません。')
  const download = screen.getByRole('link', { name: '取り込めない行をダウンロード（CSV）' }) as HTMLAnchorElement
  expect(download.download).toBe('取り込めない行_企業.csv')
  fireEvent.click(screen.getByRole('button', { name: '取り込める 2 件だけを取り込む' }))
  await screen.findByRole('heading', { name: '2 件を取り込みました。' })
  expect(screen.getByText('1 行は取り込んでいません。ダウンロードして直し、もう一度取り込めます。')).toBeTruthy()
  expect(api.of(path)[1]!.query.toString()).toBe('commit=true&partial=true')
})

test('what waits for an approval is not counted as changed, and is named in its line, before and after', async () => {
  const changes = [
    { field: 'credit_limit', before: '5000', after: '8000' },
    { field: 'contact_name', before: null, after: '経理 花子' },
  ]
  const rows: ImportResult['rows'] = [
    { line: 2, outcome: 'update', name: '青葉食品', changes, held: ['credit_limit'] },
    { line: 3, outcome: 'update', name: '若葉商事', changes: changes.slice(1), held: [] },
  ]
  api.on(path, ({ query }) => answer({ update: 2, held: 1, rows, committed: query.get('commit') === 'true' }))
  choose(csvFile('x'))
  await screen.findByRole('heading', { name: '2 件を取り込めます。' })
  const told = () => {
    expect(screen.getByText('1 件は承認待ちになります。')).toBeTruthy()
    expect(counts()).toEqual(['0', '1', '1', '0', '0', '0'])
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toContain('承認待ち')
    const table = within(screen.getByRole('table', { name: '登録・更新する内容' }))
    expect(table.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '与信枠 ¥5,000 → ¥8,000 承認待ちになります',
      '担当者名 — → 経理 花子',
      '担当者名 — → 経理 花子',
    ])
  }
  told()
  fireEvent.click(screen.getByRole('button', { name: '2 件を取り込む' }))
  await screen.findByRole('heading', { name: '1 件を取り込みました。' })
  told()
})

test('an import whose answer is lost can be sent again, and is the same import', async () => {
  const lost: Answer = { status: 502 }
  let answers = [answer({ create: 2 }), lost, answer({ create: 2, committed: true })]
  api.on(path, () => answers.shift()!)
  choose(csvFile('x'))
  fireEvent.click(await screen.findByRole('button', { name: '2 件を取り込む' }))
  expect((await screen.findByRole('alert')).textContent).toContain('もう一度取り込んでも、二重に取り込まれることはありません。')
  expect(counts()).toEqual(['2', '0', '0', '0', '0'])
  fireEvent.click(screen.getByRole('button', { name: '2 件を取り込む' }))
  await screen.findByRole('heading', { name: '2 件を取り込みました。' })
  expect(screen.queryByRole('alert')).toBeNull()
  expect(bodies[2]).toBe(bodies[0])
  const keys = () => api.of(path).map(({ headers }) => headers.get('Idempotency-Key'))
  const [checked, first, second] = keys()
  expect(checked).toBeNull()
  expect(first).toMatch(/^\w{32}$/u)
  expect(second).toBe(first)

  answers = [answer({ create: 2 }), answer({ create: 2, committed: true })]
  fireEvent.click(screen.getByRole('button', { name: '別のファイルを選ぶ' }))
  choose(csvFile('x'))
  fireEvent.click(await screen.findByRole('button', { name: '2 件を取り込む' }))
  await screen.findByRole('heading', { name: '2 件を取り込みました。' })
  expect(keys().at(-1)).not.toBe(first)
})

test('a file that is refused as a whole, or is too large, says why where it was chosen', async () => {
  api.on(path, {
    status: 422,
    body: { code: 'validation_failed', message: '入力内容を確認してください', errors: { file: ['見出しがありません。'] } },
  })
  choose(csvFile(''))
  expect((await screen.findByRole('alert')).textContent).toBe('入力内容を確認してください 見出しがありません。')
  const large = csvFile('x')
  Object.defineProperty(large, 'size', { value: 10_000_001 })
  choose(large)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('ファイルは10MB以下にしてください。'))
  expect(api.of(path)).toHaveLength(1)
})

test('a file of the headings is a link away, in both encodings', () => {
  const links = screen.getAllByRole('link') as HTMLAnchorElement[]
  expect(links.map(({ href }) => new URL(href).pathname + new URL(href).search)).toEqual([
    '/api/company/import_template?encoding=utf8&locale=ja',
    '/api/company/import_template?encoding=sjis&locale=ja',
  ])
})

test('the columns that a new record needs are named before a file is chosen', () => {
  expect(screen.getByText(/^登録する行に必須の項目/u).textContent).toBe(
    '登録する行に必須の項目: 企業名、法人格、郵便番号、都道府県、市区町村、町名・番地、電話番号、支払方法、与信枠',
  )
})

test.each<[string, Answer, { type: string; messages: string[] }]>([
  ['done', answer({ create: 2, committed: true, change: 90 }), { type: 'success', messages: ['企業.csv', '2 件を取り込みました。'] }],
  [
    'not done because of changes',
    answer({ update: 2, outdated: true }),
    {
      type: 'warn',
      messages: ['企業.csv', '確認したあとに対象のデータが変更されたため、取り込んでいません。もう一度確認して取り込んでください。'],
    },
  ],
  [
    'refused',
    { status: 403, body: { code: 'forbidden', message: '権限がありません' } },
    { type: 'error', messages: ['企業.csv', '権限がありません', '取り込めませんでした。'] },
  ],
])('an import goes on when its screen is left, after a question, and a message tells how it ended: %s', async (_name, ended, told) => {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  api.on(path, ({ query }) => (query.get('commit') === 'true' ? promise : answer({ create: 2 })))
  const mayClose = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  choose(csvFile('x'))
  const commit = await screen.findByRole('button', { name: '2 件を取り込む' })
  expect(mayClose()).toBe(true)
  commit.focus()
  fireEvent.click(commit)
  await screen.findByText('この画面を閉じても取り込みは続きます。結果は、一覧と各データの変更履歴で確認できます。')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('企業.csv を取り込んでいます…'))
  expect(mayClose()).toBe(false)
  void opened.router.navigate('/op/company')
  const question = within(await screen.findByRole('dialog', { name: 'ファイルを取り込んでいます' }))
  fireEvent.click(question.getByRole('button', { name: 'この画面で待つ' }))
  expect(opened.router.state.location.pathname).toBe('/op/company/import')
  void opened.router.navigate('/op/company')
  fireEvent.click(await screen.findByRole('button', { name: '移動する' }))
  await screen.findByRole('heading', { name: '企業一覧' })
  expect(opened.alerts).toEqual([])
  resolve(ended)
  await waitFor(() => expect(opened.alerts).toEqual([told]))
})

test('a check whose screen is left is given up without a word', async () => {
  const { promise } = Promise.withResolvers<Answer>()
  api.on(path, () => promise)
  const signals: (AbortSignal | null | undefined)[] = []
  const send = fetch
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    signals.push(init.signal)
    return send(input, init)
  })
  choose(csvFile('x'))
  await waitFor(() => expect(api.of(path)).toHaveLength(1))
  await opened.router.navigate('/op/company')
  await screen.findByRole('heading', { name: '企業一覧' })
  expect(signals.at(-1)?.aborted).toBe(true)
  expect(opened.alerts).toEqual([])
})

test('an import that ends on its screen has no message beside its result', async () => {
  api.on(path, ({ query }) => answer({ create: 2, committed: query.get('commit') === 'true' }))
  choose(csvFile('x'))
  fireEvent.click(await screen.findByRole('button', { name: '2 件を取り込む' }))
  await screen.findByRole('heading', { name: '2 件を取り込みました。' })
  expect(opened.alerts).toEqual([])
})

test('an import that asks for a fresh factor goes on without its screen once it is sent anew, and says so only then', async () => {
  const factor = Promise.withResolvers<boolean>()
  const asked = vi.fn<() => Promise<boolean>>(() => factor.promise)
  configureClient({ onFactorNeeded: asked })
  const ended = Promise.withResolvers<Answer>()
  const needed: Answer = { status: 403, body: { code: 'factor_needed', message: '本人確認が必要です' } }
  const committing = () => api.of(path).filter(({ query }) => query.get('commit') === 'true')
  api.on(path, ({ query }) => {
    if (query.get('commit') !== 'true') return answer({ create: 2 })
    return committing().length > 1 ? ended.promise : needed
  })
  choose(csvFile('x'))
  fireEvent.click(await screen.findByRole('button', { name: '2 件を取り込む' }))
  await waitFor(() => expect(asked).toHaveBeenCalled())
  const goesOn = /この画面を閉じても取り込みは続きます/u
  await waitFor(() => expect(screen.getByRole('progressbar', { name: '企業.csv' }).getAttribute('value')).toBe('0'))
  expect(screen.queryByText(goesOn)).toBeNull()
  factor.resolve(true)
  await screen.findByText(goesOn)
  ended.resolve(answer({ create: 2, committed: true }))
  await screen.findByRole('heading', { name: '2 件を取り込みました。' })
  configureClient({ onFactorNeeded: async () => false })
})
