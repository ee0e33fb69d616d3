// @vitest-environment jsdom
import { campaign, campaignEndpoints, type EditResult } from '@adsite/contract'
import { cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { campaignRecord, listAnswer } from '../../testing/samples.ts'
import { FakeApi, openScreen } from '../../testing/screen.tsx'
import { ResourceList } from '../ResourceList.tsx'
import { readBlock } from './paste.ts'

const edit = 'POST /api/campaign/edit'
const rows = [5, 6, 7].map((id) => ({ ...campaignRecord, id, version: id, name: `春の特集${id}` }))
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
  '/elsewhere': <p>別の画面</p>,
}

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.on('GET /api/campaign', listAnswer(rows))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const columns = 'columns=name,serving_status,lifetime_budget,daily_budget,end_at'
async function open({ role = 'admin' as 'admin' | 'advertiser', narrow = false } = {}) {
  const opened = await openScreen(screens, `/ad/campaign?${columns}`, { api, role, narrow })
  await screen.findByRole('link', { name: '春の特集5' })
  return opened
}
const rowOf = (id: number) => screen.getByRole('link', { name: `春の特集${id}` }).closest('tr')!
const cell = (id: number, label: string) => within(rowOf(id)).getByRole('button', { name: new RegExp(`${label}を編集$`, 'u') })
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: /予算|終了日時|キャンペーン名$/u })
const bar = () => screen.findByRole('region', { name: '一覧での編集' })
const bodies = () => api.of(edit).map(({ body }) => body)

function type(value: string, key: string, options = {}): void {
  fireEvent.change(input(), { target: { value } })
  fireEvent.keyDown(input(), { key, ...options })
}
function paste(target: HTMLElement, text: string): void {
  const event = createEvent.paste(target, { clipboardData: { getData: () => text } })
  fireEvent(target, event)
}
const result = (id: number, more: Partial<EditResult> = {}): EditResult => ({
  id,
  name: `春の特集${id}`,
  version: id,
  changes: [{ field: 'lifetime_budget', before: '5000000', after: '1' }],
  ok: true,
  held: [],
  code: null,
  message: null,
  errors: {},
  ...more,
})
const answer = (results: readonly EditResult[], change: number | null = 90) => ({
  status: 200,
  body: { data: { total: results.length, done: results.filter(({ ok }) => ok).length, results, change } },
})

describe('a cell', () => {
  test('opens by a click, reads what people write, and shows the former value', async () => {
    await open()
    fireEvent.click(cell(5, '通期予算'))
    expect(input().value).toBe('5000000')
    type('１２０万', 'Enter')
    expect(cell(5, '通期予算').textContent).toContain('¥1,200,000')
    expect(cell(5, '通期予算').textContent).toContain('変更前 ¥5,000,000')
    expect((await bar()).textContent).toContain('1 件を変更中です。')
    expect(document.activeElement).toBe(cell(6, '通期予算'))
  })

  test('is a spreadsheet to the keyboard', async () => {
    await open()
    cell(5, '通期予算').focus()
    fireEvent.keyDown(cell(5, '通期予算'), { key: 'ArrowDown' })
    expect(document.activeElement).toBe(cell(6, '通期予算'))
    fireEvent.keyDown(cell(6, '通期予算'), { key: 'ArrowRight' })
    expect(document.activeElement).toBe(cell(6, '1日の予算'))
    expect(cell(6, '1日の予算').tabIndex).toBe(0)
    expect(cell(5, '通期予算').tabIndex).toBe(-1)
    fireEvent.keyDown(cell(6, '1日の予算'), { key: '7' })
    expect(input().value).toBe('7')
    type('7000', 'Tab')
    expect(document.activeElement).toBe(cell(6, '終了日時'))
    fireEvent.keyDown(cell(6, '終了日時'), { key: 'F2' })
    expect(input().value).toBe('2026/10/31 24:00')
    type('2026/12/20', 'Escape')
    expect(within(rowOf(6)).queryByText('変更前')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(cell(6, '終了日時')))
    // Escape on a changed cell takes its change back, and the last one closes the bar.
    fireEvent.keyDown(cell(6, '1日の予算'), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('region', { name: '一覧での編集' })).toBeNull())
  })

  test('leaves the keys of the input method alone', async () => {
    await open()
    fireEvent.click(cell(5, 'キャンペーン名'))
    fireEvent.change(input(), { target: { value: '夏' } })
    fireEvent.keyDown(input(), { key: 'Enter', isComposing: true })
    expect(input().value).toBe('夏')
  })

  test('that cannot be read keeps what was typed, says why, and is not sent', async () => {
    await open()
    fireEvent.click(cell(5, '通期予算'))
    type('abc', 'Enter')
    expect(cell(5, '通期予算').textContent).toContain('abc')
    expect(await within(rowOf(5)).findByText('数値を入力してください。')).toBeTruthy()
    expect(within(await bar()).getByRole('button', { name: /保存（0 件）$/u })).toHaveProperty('disabled', true)
    fireEvent.click(cell(6, '1日の予算'))
    type('6000000', 'Enter')
    expect(await within(rowOf(6)).findByText('1日の予算は通期予算以下で入力してください。')).toBeTruthy()
  })

  test('of a status offers the actions of the state, and why another is not possible', async () => {
    api.on(edit, answer([result(5)]))
    await open()
    fireEvent.click(cell(5, '設定'))
    const resume = await screen.findByRole('button', { name: '再開する' })
    expect(resume.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('「停止中」のときに実行できます。現在は「有効」です。')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '停止する' }))
    expect(cell(5, '設定').textContent).toContain('停止中')
    fireEvent.click(within(await bar()).getByRole('button', { name: '保存（1 件）' }))
    await waitFor(() => expect(bodies()).toEqual([{ rows: [{ id: 5, version: 5, values: {}, action: 'pause' }] }]))
  })

  test('is none for who may not edit, and a dialog on a phone', async () => {
    await open({ role: 'advertiser' })
    expect(screen.queryByRole('button', { name: /を編集$/u })).toBeNull()
    cleanup()
    await open({ narrow: true })
    fireEvent.click(screen.getByRole('button', { name: '春の特集5の通期予算を編集' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByRole('textbox', { name: '通期予算' }), { target: { value: '0' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '入力する' }))
    expect(within(dialog).getByText('1円以上で入力してください。')).toBeTruthy()
    fireEvent.change(within(dialog).getByRole('textbox', { name: '通期予算' }), { target: { value: '5万' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '入力する' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText('¥50,000')).toBeTruthy()
  })
})

describe('a block from a spreadsheet', () => {
  test('fills the cells from the focused one, and marks what it cannot read', async () => {
    await open()
    paste(cell(5, '通期予算'), '1,200,000円\t１万\t2026/12/20\r\n300万\t\tいつか\r\n')
    expect(cell(5, '通期予算').textContent).toContain('¥1,200,000')
    expect(cell(5, '1日の予算').textContent).toContain('¥10,000')
    expect(cell(5, '終了日時').textContent).toContain('2026/12/20まで')
    expect(cell(6, '通期予算').textContent).toContain('¥3,000,000')
    expect(cell(6, '終了日時').textContent).toContain('いつか')
    expect(within(rowOf(6)).getByText('正しい日付を入力してください。')).toBeTruthy()
    expect(within(await bar()).getByRole('button', { name: '保存（1 件）' })).toBeTruthy()
  })

  test('sets states by their names, and says what found no cell', async () => {
    await open()
    paste(cell(6, '設定'), '停止中\n有効\n停止中\n停止中')
    expect(cell(6, '設定').textContent).toContain('停止中')
    expect(cell(7, '設定').textContent).not.toContain('変更前')
    expect((await bar()).textContent).toContain('2 個は')
  })

  test('is read with its quotes', () => {
    expect(readBlock('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(readBlock('"a\nb"\t"say ""x"""')).toEqual([['a\nb', 'say "x"']])
    expect(readBlock('1\n\n2')).toEqual([['1'], [''], ['2']])
    expect(readBlock('5"')).toEqual([['5"']])
    expect(readBlock('')).toEqual([['']])
  })
})

describe('saving', () => {
  async function saved(results: readonly EditResult[], change: number | null = 90) {
    api.on(edit, answer(results, change))
    const opened = await open()
    paste(cell(5, '通期予算'), '1000000\n2000000\n3000000')
    const save = within(await bar()).getByRole('button', { name: '保存（3 件）' })
    save.focus()
    fireEvent.click(save)
    await waitFor(() => expect(bodies()).toHaveLength(1))
    return opened
  }

  test('sends every row with its version at once, and offers to take the whole back', async () => {
    await saved([result(5), result(6, { held: ['lifetime_budget'] }), result(7)])
    expect(bodies()[0]).toEqual({
      rows: [5, 6, 7].map((id, index) => ({ id, version: id, values: { lifetime_budget: `${index + 1}000000` } })),
    })
    const told = '2 件を保存しました。 承認済みの申込を超える 1 件は、変更申請として承認待ちになりました。'
    await waitFor(async () => expect((await bar()).textContent).toContain(told))
    // The button that was pressed is gone: what became of the rows has its focus.
    await waitFor(() => expect(document.activeElement!.textContent).toContain(told))
    expect(within(await bar()).getByRole('button', { name: '元に戻す' })).toBeTruthy()
    expect([5, 6, 7].map((id) => rowOf(id).dataset['saved'])).toEqual(['true', 'false', 'true'])
    fireEvent.click(within(await bar()).getByRole('button', { name: '閉じる' }))
    expect(screen.queryByRole('region', { name: '一覧での編集' })).toBeNull()
  })

  test('leaves every row where it is, with its new value, until the list is sorted anew', async () => {
    // The API puts what was edited first, and the last row on another page.
    const edited = rows.map((row) => ({ ...row, version: row.version + 1, lifetime_budget: `${row.id - 4}000000` }))
    const [five, six, seven] = edited as [(typeof edited)[number], (typeof edited)[number], (typeof edited)[number]]
    const shown = () => screen.getAllByRole('link', { name: /^春の特集/u }).map(({ textContent }) => textContent)
    const inPlace = ['春の特集5', '春の特集6', '春の特集7']
    let isSaved = false
    api.on('GET /api/campaign', ({ query }) => {
      if (!isSaved) return listAnswer(rows, { next: 'after-7', total: 30 })
      return query.has('ids') ? listAnswer([seven, five, six]) : listAnswer([six, five], { next: 'after-5', total: 29 })
    })
    api.on(edit, () => {
      isSaved = true
      return answer([result(5), result(6), result(7)])
    })
    const { router } = await open()
    paste(cell(5, '通期予算'), '1000000\n2000000\n3000000')
    fireEvent.click(within(await bar()).getByRole('button', { name: '保存（3 件）' }))
    await waitFor(async () => expect((await bar()).textContent).toContain('3 件を保存しました。'))
    expect(shown()).toEqual(inPlace)
    expect(cell(7, '通期予算').textContent).toContain('¥3,000,000')
    expect(screen.getByText('29 件')).toBeTruthy()
    const asked = api.of('GET /api/campaign').findLast(({ query }) => query.has('ids'))!.query
    expect(Object.fromEntries(asked)).toEqual({ ids: '5,6,7', limit: '100' })
    // The next page begins after the row that is last here.
    fireEvent.click(screen.getByRole('button', { name: '次へ' }))
    await waitFor(() => expect(router.state.location.search).toContain('after=after-7'))
    await waitFor(() => expect(shown()).toEqual(['春の特集6', '春の特集5']))
  })

  test('undone, it no longer says that anything was saved', async () => {
    const undo = 'POST /api/campaign/undo'
    const field = { field: 'lifetime_budget', now: '1', back: '5000000', stays: null, later: null, action: null }
    const record = { name: '春の特集', version: 9, whole: null, fields: [field], ok: true, held: [], code: null, message: null }
    const records = [5, 6, 7].map((id) => ({ ...record, id }))
    api.on(undo, { status: 200, body: { data: { at: '2026-09-02T15:30:00.000Z', by: '佐藤', total: 3, done: 3, records, change: 91 } } })
    await saved([result(5), result(6), result(7)])
    fireEvent.click(await within(await bar()).findByRole('button', { name: '元に戻す' }))
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(within(dialog).getByRole('button', { name: /取り消す（3/u })).toHaveProperty('disabled', false))
    fireEvent.click(within(dialog).getByRole('button', { name: /取り消す（3/u }))
    await waitFor(() => expect(api.of(undo)).toHaveLength(2))
    fireEvent.click(await within(dialog).findByRole('button', { name: /^閉じる$/u }))
    await waitFor(async () => expect((await bar()).textContent).toContain('3 件の保存を元に戻しました。'))
    expect((await bar()).textContent).not.toContain('保存しました')
    expect(within(await bar()).queryByRole('button', { name: '元に戻す' })).toBeNull()
    expect(rowOf(5).dataset['saved']).toBe('false')
  })

  test('keeps what was refused, with the reason at its cell', async () => {
    const errors = { lifetime_budget: ['広告の予算の合計を下回っています。'] }
    await saved([
      result(5),
      result(6, { ok: false, code: 'validation_failed', message: '広告の予算の合計を下回っています。', errors }),
      result(7),
    ])
    await waitFor(async () => expect((await bar()).textContent).toContain('1 件は保存できませんでした。'))
    expect(within(rowOf(6)).getByText('広告の予算の合計を下回っています。')).toBeTruthy()
    expect(within(rowOf(5)).queryByText('変更前')).toBeNull()
    fireEvent.click(cell(6, '通期予算'))
    type('4000000', 'Enter')
    expect(within(rowOf(6)).queryByText('広告の予算の合計を下回っています。')).toBeNull()
  })

  test('shows the value that somebody else has stored, and asks which one stays', async () => {
    const changes = [{ field: 'lifetime_budget', before: '8000000', after: '2000000' }]
    const conflict = result(6, { ok: false, code: 'conflict', version: 9, message: '別の画面で更新されています。', changes })
    await saved([result(5), conflict, result(7)])
    const problems = await screen.findByRole('list', { name: '確認が必要な行' })
    expect(problems.textContent).toContain('通期予算: 最新の値 ¥8,000,000、入力した値 ¥2,000,000')
    expect(within(await bar()).getByRole('button', { name: /保存（0 件）$/u })).toHaveProperty('disabled', true)
    fireEvent.click(within(problems).getByRole('button', { name: '春の特集6: 自分の入力を残す' }))
    api.on(edit, answer([result(6)]))
    fireEvent.click(within(await bar()).getByRole('button', { name: /保存（1 件）$/u }))
    await waitFor(() => expect(bodies().at(-1)).toEqual({ rows: [{ id: 6, version: 9, values: { lifetime_budget: '2000000' } }] }))
  })

  test('is asked for before the list is left', async () => {
    const { router } = await open()
    fireEvent.click(cell(5, '通期予算'))
    type('1', 'Enter')
    await bar()
    void router.navigate('/elsewhere')
    fireEvent.click(await screen.findByRole('button', { name: '編集を続ける' }))
    expect(cell(5, '通期予算').textContent).toContain('¥1')
    fireEvent.click(within(await bar()).getByRole('button', { name: '変更を破棄' }))
    void router.navigate('/elsewhere')
    expect(await screen.findByText('別の画面')).toBeTruthy()
  })
})
