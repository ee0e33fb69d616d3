// @vitest-environment jsdom
import { campaign, campaignEndpoints, type EditResult } from '@adsite/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { campaignRecord, listAnswer } from '../../testing/samples.ts'
import { FakeApi, openScreen } from '../../testing/screen.tsx'
import { ResourceList } from '../ResourceList.tsx'

const edit = 'POST /api/campaign/edit'
const rows = [5, 6].map((id) => ({ ...campaignRecord, id, version: id, name: `春の特集${id}` }))
const { totals: _, ...endpoints } = campaignEndpoints
const list = (
  <ResourceList
    resource={campaign}
    endpoints={endpoints}
    detailRoute="campaign.detail"
    createRoute={null}
    emptyHint={{ ja: '—', en: '—' }}
  />
)

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.on('GET /api/campaign', listAnswer(rows, { total: 250 }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const result = (id: number, more: Partial<EditResult> = {}): EditResult => ({
  id,
  name: `春の特集${id}`,
  version: id + 10,
  changes: [{ field: 'lifetime_budget', before: '5000000', after: '5500000' }],
  ok: true,
  held: [],
  code: null,
  message: null,
  errors: {},
  ...more,
})
function on(results: readonly EditResult[]): void {
  api.on(edit, ({ body }) => {
    const done = results.filter(({ ok, changes }) => ok && changes.length > 0)
    const shown = body!['dry_run'] ? results : done
    return { status: 200, body: { data: { total: shown.length, done: done.length, results: shown, change: body!['dry_run'] ? null : 90 } } }
  })
}
const bodies = () => api.of(edit).map(({ body }) => body)

/** Selects the page, or everything that matches, and opens the dialog. */
async function open({ all = false } = {}) {
  await openScreen({ '/ad/campaign': list }, '/ad/campaign?serving_status=SERVING', { api })
  await screen.findByRole('link', { name: '春の特集5' })
  fireEvent.click(screen.getByRole('checkbox', { name: 'このページをすべて選択' }))
  if (all) fireEvent.click(await screen.findByRole('button', { name: '条件に一致する 250 件をすべて選択' }))
  fireEvent.click(await screen.findByRole('button', { name: '一括編集' }))
  return screen.findByRole('dialog')
}
const value = (dialog: HTMLElement, typed: string) =>
  fireEvent.change(within(dialog).getByRole('textbox', { name: '値' }), { target: { value: typed } })
const press = (dialog: HTMLElement, name: string | RegExp) => fireEvent.click(within(dialog).getByRole('button', { name }))

test('shows what would become of each record, and then does it with these versions', async () => {
  const refused = result(7, { ok: false, code: 'validation_failed', message: '広告の予算の合計を下回っています。' })
  on([result(5), result(6, { held: ['lifetime_budget'] }), refused, result(8, { changes: [] })])
  const dialog = await open()
  value(dialog, '+１０%')
  press(dialog, '変更内容を確認')
  await within(dialog).findByText(/4 件のうち 1 件を変更します。/u)
  expect(dialog.textContent).toContain(
    '1 件は承認済みの申込を超えるため、変更申請として承認待ちになります。1 件は変更できません。1 件は変わりません。',
  )
  expect(dialog.textContent).toContain('変更する金額の合計 ¥5,000,000 → ¥5,500,000')
  expect(dialog.textContent).toContain('承認待ちになる金額の合計 ¥5,000,000 → ¥5,500,000')
  const edits = [{ field: 'lifetime_budget', operation: 'percent', value: '10' }]
  expect(bodies()).toEqual([{ ids: [5, 6], edits, dry_run: true }])
  const lines = within(dialog).getAllByRole('row').slice(1)
  expect(lines.map((line) => within(line).getByRole('rowheader').textContent)).toEqual(['春の特集7', '春の特集6', '春の特集5', '春の特集8'])
  expect(lines[0]!.textContent).toContain('広告の予算の合計を下回っています。')
  expect(lines[2]!.textContent).toContain('¥5,000,000 → ¥5,500,000')

  press(dialog, '変更する（2 件）')
  await within(dialog).findByText(/2 件のうち 1 件を変更しました。/u)
  expect(bodies()[1]).toEqual({ ids: [5, 6], versions: [15, 16], edits })
  expect(within(dialog).getByRole('button', { name: '元に戻す' })).toBeTruthy()
  press(dialog, /^閉じる$/u)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText('2 件を選択中')).toBeNull()
})

test('reaches everything that matches, and moves a period as a whole', async () => {
  on([result(5)])
  const dialog = await open({ all: true })
  fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: '項目' }))
  fireEvent.click(await screen.findByText('開始日時、終了日時'))
  expect(
    within(dialog)
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')!.textContent),
  ).toEqual(['日数で移動（±日）'])
  value(dialog, '-７')
  press(dialog, '変更内容を確認')
  await waitFor(() =>
    expect(bodies()).toEqual([
      {
        filter: { serving_status: 'SERVING' },
        edits: ['start_at', 'end_at'].map((field) => ({ field, operation: 'shift', value: -7 })),
        dry_run: true,
      },
    ]),
  )
})

test('asks nothing of the API that cannot be read, and tells its refusals', async () => {
  const dialog = await open()
  press(dialog, '変更内容を確認')
  expect(await within(dialog).findByText('必須項目です。')).toBeTruthy()
  value(dialog, 'x')
  expect(within(dialog).getByText('数値を入力してください。')).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('radio', { name: '金額で増減（±¥）' }))
  value(dialog, '△1万円')
  expect(bodies()).toEqual([])
  api.on(edit, {
    status: 422,
    body: { code: 'validation_failed', message: '入力内容を確認してください', errors: { filter: ['多すぎます。'] } },
  })
  press(dialog, '変更内容を確認')
  expect((await within(dialog).findByRole('alert')).textContent).toBe('入力内容を確認してください 多すぎます。')
  expect(bodies()[0]).toMatchObject({ edits: [{ operation: 'add', value: '-10000' }] })
  expect(within(dialog).getByRole('textbox', { name: '値' })).toHaveProperty('value', '△1万円')
})

/** Answers an edit like the API: the batches of one change. */
function answerInParts(count: number, more: (id: number, call: number) => Partial<EditResult> = () => ({})) {
  let calls = 0
  api.on(edit, ({ body }) => {
    const { ids, dry_run } = body as { ids?: number[]; dry_run?: boolean }
    if (!dry_run) calls++
    const results = (dry_run ? Array.from({ length: count }, (_, index) => index + 1) : ids!).map((id) =>
      result(id, dry_run ? {} : more(id, calls)),
    )
    const done = results.filter(({ ok }) => ok).length
    return { status: 200, body: { data: { total: results.length, done, results, change: dry_run || done === 0 ? null : 90 + calls } } }
  })
}

/** Lets the calls to come wait. */
function wait(gate: Promise<void>): void {
  const answerOf = api.answers[edit]!
  api.on(edit, async (sent) => {
    await gate
    return answerOf(sent)
  })
}

test('very many are done batch by batch as one change, and those that had no room before others are tried again', async () => {
  // Record 3 is refused until a later batch has made room for it.
  answerInParts(250, (id, call) => (id === 3 && call < 4 ? { ok: false, code: 'validation_failed', message: '超えています。' } : {}))
  const dialog = await open({ all: true })
  value(dialog, '10')
  press(dialog, '変更内容を確認')
  await within(dialog).findByText(/250 件のうち 250 件を変更します。/u)
  press(dialog, '変更する（250 件）')
  await within(dialog).findByText(/250 件のうち 250 件を変更しました。/u)
  const sent = bodies().slice(1) as { ids: number[]; versions: number[]; change?: number }[]
  expect(sent.map(({ ids, versions, change }) => [ids.length, versions.length, ids[0], change])).toEqual([
    [100, 100, 1, undefined],
    [100, 100, 101, 91],
    [50, 50, 201, 92],
    [1, 1, 3, 93],
  ])
})

test('tells how far it is, and can be stopped: what is done stays, and can be taken back', async () => {
  answerInParts(250)
  const dialog = await open({ all: true })
  value(dialog, '10')
  press(dialog, '変更内容を確認')
  await within(dialog).findByText(/250 件のうち/u)
  let go = () => {}
  wait(new Promise((resolve) => (go = resolve)))
  press(dialog, '変更する（250 件）')
  await within(dialog).findByText('250 件中 0 件を処理しました')
  expect(within(dialog).getByRole('progressbar', { name: '一括編集' })).toHaveProperty('max', 250)
  press(dialog, '中断する')
  go()
  await within(dialog).findByText(/100 件のうち 100 件を変更しました。/u)
  expect(dialog.textContent).toContain('150 件は処理していません。')
  expect(within(dialog).getByRole('button', { name: '元に戻す' })).toBeTruthy()
})

test.for([
  [1, /^3 件は結果を受け取れず、処理されたかどうか分かりません。一覧で確認してください。$/u, 3],
  [101, /100 件を変更しました。 100 件は結果を受け取れず、.*50 件は処理していません。/u, 250],
] as const)(
  'where the answer about the records from %d on gets lost, nobody is told that nothing was done',
  async ([first, said, count]) => {
    answerInParts(count)
    const answerOf = api.answers[edit]!
    api.on(edit, (sent) => {
      const { ids, dry_run } = sent.body as { ids?: number[]; dry_run?: boolean }
      if (!dry_run && ids![0] === first) throw new TypeError('Failed to fetch')
      return answerOf(sent)
    })
    const dialog = await open({ all: true })
    value(dialog, '10')
    press(dialog, '変更内容を確認')
    await within(dialog).findByText(/件を変更します。/u)
    press(dialog, /変更する/u)
    await waitFor(() => expect(within(dialog).getByRole('status').textContent.trim()).toMatch(said))
    expect(within(dialog).getByRole('alert').textContent).toContain('サーバーに接続できません')
  },
)

test('a preview that takes long is left', async () => {
  answerInParts(250)
  const dialog = await open({ all: true })
  wait(new Promise(() => {}))
  value(dialog, '10')
  press(dialog, '変更内容を確認')
  expect(await within(dialog).findByRole('progressbar', { name: '一括編集' })).toBeTruthy()
  press(dialog, '戻る')
  expect(await within(dialog).findByRole('button', { name: '変更内容を確認' })).toBeTruthy()
  expect(within(dialog).getByRole('textbox', { name: '値' })).toHaveProperty('value', '10')
  expect(within(dialog).queryByRole('alert')).toBeNull()
})
