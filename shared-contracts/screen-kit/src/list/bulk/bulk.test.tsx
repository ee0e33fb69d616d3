// @vitest-environment jsdom
import { bulkEndpoint, company, companyEndpoints, companyStates, type AnyResource, type BulkResult } from '@adsite/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ResourceList } from '../ResourceList.tsx'
import { companyRecord, listAnswer } from '../../testing/samples.ts'
import { FakeApi, openScreen, type Screen } from '../../testing/screen.tsx'

const bulk = 'POST /api/company/bulk'
const rows = [7, 8, 9].map((id) => ({ ...companyRecord, id, name: `企業${id}` }))

const stopCodes = {
  name: 'stop_reason',
  items: [{ key: 'UNPAID', label: { ja: '未払い', en: 'Unpaid' } }],
  keys: ['UNPAID'],
} as const
/** The company resource with an action that requires a reason. */
const asking: AnyResource = {
  ...company,
  states: {
    ...companyStates,
    actions: {
      block: { ...companyStates.actions.block, reason: { label: { ja: '停止の理由', en: 'Why' }, maxLength: 20, codes: stopCodes } },
    },
  },
}

function screenOf(resource: AnyResource) {
  return (
    <ResourceList
      resource={resource}
      endpoints={{ list: companyEndpoints.list, bulk: bulkEndpoint(resource) }}
      detailRoute="company.detail"
      createRoute={null}
      emptyHint={{ ja: '—', en: '—' }}
    />
  )
}

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.on('GET /api/company', listAnswer(rows, { total: 250 }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function open(resource: AnyResource = company, narrow = false, at = '/op/company?credit_status=APPLIED'): Promise<Screen> {
  const opened = await openScreen({ '/op/company': screenOf(resource) }, at, { api, narrow })
  await screen.findByRole('link', { name: '企業7' })
  return opened
}

const result = (id: number, ok = true): BulkResult => ({
  id,
  name: `企業${id}`,
  version: id + 10,
  amount: null,
  ok,
  code: ok ? null : 'state_not_allowed',
  message: ok ? null : '現在の状態ではこの操作はできません',
})
/** Mocks the bulk endpoint: counts `ids` and applies the action, except to those in `refused`. */
function answerBulk(ids: readonly number[], refused: readonly number[] = []): void {
  api.on(bulk, ({ body }) => {
    const asked = (body!['ids'] as number[] | undefined) ?? ids
    const results = asked.map((id) => result(id, !refused.includes(id)))
    return { status: 200, body: { data: { total: asked.length, done: results.filter(({ ok }) => ok).length, results } } }
  })
}

const check = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }))
const bar = () => screen.findByRole('region', { name: '一括操作' })
async function choose(action: string): Promise<HTMLElement> {
  fireEvent.click(within(await bar()).getByRole('button', { name: '一括操作' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: action }))
  return screen.findByRole('dialog')
}

describe('selecting', () => {
  test('rows, the page, and then everything that matches', async () => {
    await open()
    check('企業7を選択')
    expect((await bar()).textContent).toContain('1 件を選択中')
    expect(screen.queryByRole('button', { name: /条件に一致する/u })).toBeNull()
    check('このページをすべて選択')
    expect((await bar()).textContent).toContain('3 件を選択中')
    fireEvent.click(screen.getByRole('button', { name: '条件に一致する 250 件をすべて選択' }))
    expect((await bar()).textContent).toContain('条件に一致する 250 件をすべて選択中')
    check('企業8を選択')
    expect((await bar()).textContent).toContain('2 件を選択中')
    fireEvent.click(screen.getByRole('button', { name: '選択を解除' }))
    expect(screen.queryByRole('region', { name: '一括操作' })).toBeNull()
  })

  test('everything that matches is offered where its number is not known, too, and then said to be at least as many', async () => {
    api.on('GET /api/company', listAnswer(rows, { total: 3, capped: true }))
    await open()
    check('このページをすべて選択')
    fireEvent.click(within(await bar()).getByRole('button', { name: '条件に一致する 3+ 件をすべて選択' }))
    expect((await bar()).textContent).toContain('条件に一致する 3+ 件をすべて選択中')
  })

  test.each([
    [false, 'table'],
    [true, 'list'],
  ])('the focus of what ends the selection goes to the rows (narrow: %j)', async (narrow, role) => {
    await open(company, narrow)
    check('企業7を選択')
    const clear = within(await bar()).getByRole('button', { name: '選択を解除' })
    clear.focus()
    fireEvent.click(clear)
    expect(document.activeElement).toBe(screen.getByRole(role, { name: '企業一覧' }))
  })

  test('with the shift key everything between two rows; the box of the page says whether all of it is chosen', async () => {
    await open()
    const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
    const page = box('このページをすべて選択')
    check('企業9を選択')
    expect([page.checked, page.indeterminate]).toEqual([false, true])
    fireEvent.click(box('企業7を選択'), { shiftKey: true })
    expect((await bar()).textContent).toContain('3 件を選択中')
    expect([page.checked, page.indeterminate]).toEqual([true, false])
    fireEvent.click(box('企業8を選択'), { shiftKey: true })
    expect(rows.map(({ name }) => box(`${name}を選択`).checked)).toEqual([false, false, true])
  })

  test('lasts while the filters do: nothing out of sight is acted on', async () => {
    const { router } = await open()
    check('企業7を選択')
    await bar()
    await router.navigate('/op/company?credit_status=ACTIVE')
    await waitFor(() => expect(screen.queryByRole('region', { name: '一括操作' })).toBeNull())
  })

  test('cards of a phone have boxes too; without the call there are none', async () => {
    await open(company, true)
    check('企業8を選択')
    expect((await bar()).textContent).toContain('1 件を選択中')
    cleanup()
    const without = { ...company, permissions: { ...company.permissions, delete: null }, states: undefined as never }
    await open(without)
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

describe('acting', () => {
  test('counts first, does it with those that were counted, and says what became of each', async () => {
    answerBulk([7, 8, 9], [8])
    await open()
    check('このページをすべて選択')
    const dialog = await choose('与信の申請を取り下げる')
    await within(dialog).findByText('選択した 3 件のうち、2 件に実行できます。1 件は対象外です。')
    expect(api.of(bulk)[0]!.body).toEqual({ action: 'withdraw_credit', ids: [7, 8, 9], dry_run: true })
    fireEvent.click(within(dialog).getByRole('button', { name: '与信の申請を取り下げる（2 件）' }))
    await within(dialog).findByText('与信の申請を取り下げました（2 件）。1 件は実行できませんでした。')
    expect(api.of(bulk)[1]!.body).toEqual({ action: 'withdraw_credit', ids: [7, 9], versions: [17, 19] })
    const lines = within(dialog).getAllByRole('row').slice(1)
    expect(lines[0]!.textContent).toBe('企業8失敗 現在の状態ではこの操作はできません')
    expect(within(lines[0]!).getByRole('link')).toHaveProperty('pathname', '/op/company/8')
    const reads = api.of('GET /api/company').length
    fireEvent.click(within(dialog).getByRole('button', { name: '閉じる' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: '一括操作' })).toBeNull())
    expect(reads).toBeGreaterThan(1)
  })

  test('says what it is about in yen, names the sum on the button, and sends the versions that were counted', async () => {
    api.on(bulk, ({ body }) => {
      const results = (body!['ids'] as number[]).map((id) => ({ ...result(id), amount: `${id}000000.5` }))
      return { status: 200, body: { data: { total: results.length, done: results.length, results } } }
    })
    await open()
    check('このページをすべて選択')
    const dialog = await choose('増額を承認')
    await within(dialog).findByText('合計 ¥24,000,002')
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '取引実績' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '¥24,000,002 への増額を承認（3 件）' }))
    await within(dialog).findByText('与信枠の増額を承認しました（3 件）。')
    expect(api.of(bulk)[1]!.body).toEqual({ action: 'approve_raise', ids: [7, 8, 9], versions: [17, 18, 19], reason: '取引実績' })
  })

  test('a decision is about the versions that the list shows: what has changed since is left out with the reason, and shown', async () => {
    const message = '別の画面で更新されています。最新の内容を確認してください'
    api.on(bulk, ({ body }) => {
      const results = (body!['ids'] as number[]).map((id) =>
        id === 8 ? { ...result(id, false), code: 'conflict', message } : { ...result(id), amount: '1' },
      )
      return { status: 200, body: { data: { total: results.length, done: results.length, results } } }
    })
    await open()
    check('このページをすべて選択')
    const reads = api.of('GET /api/company').length
    const dialog = await choose('増額を承認')
    fireEvent.click(await within(dialog).findByText('対象外の 1 件を確認'))
    expect(within(dialog).getByRole('row', { name: /^企業8/u }).textContent).toContain(message)
    expect(api.of(bulk)[0]!.body).toEqual({ action: 'approve_raise', ids: [7, 8, 9], versions: [3, 3, 3], dry_run: true })
    await waitFor(() => expect(api.of('GET /api/company').length).toBeGreaterThan(reads))
  })

  test('everything that matches goes by the filters, in portions that show how far it is and can be stopped', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => index + 1)
    answerBulk(ids)
    await open()
    check('このページをすべて選択')
    fireEvent.click(await screen.findByRole('button', { name: /250 件をすべて選択/u }))
    const dialog = await choose('与信の申請を取り下げる')
    await within(dialog).findByText('250 件に実行します。')
    expect(api.of(bulk)[0]!.body).toEqual({ action: 'withdraw_credit', filter: { credit_status: 'APPLIED' }, dry_run: true })

    const answer = api.answers[bulk]!
    let go: () => void = () => {}
    api.on(bulk, async (sent) => {
      await new Promise<void>((resolve) => (go = resolve))
      return answer(sent)
    })
    fireEvent.click(within(dialog).getByRole('button', { name: '与信の申請を取り下げる（250 件）' }))
    await within(dialog).findByText('250 件中 0 件を処理しました')
    go()
    await within(dialog).findByText('250 件中 100 件を処理しました')
    fireEvent.click(within(dialog).getByRole('button', { name: '中断する' }))
    go()
    await within(dialog).findByText('与信の申請を取り下げました（200 件）。50 件は処理していません。')
    expect(
      api
        .of(bulk)
        .slice(1)
        .map(({ body }) => (body!['ids'] as number[]).length),
    ).toEqual([100, 100])
  })

  test('where an answer gets lost, nobody is told that nothing was done, and the list is read again', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => index + 1)
    answerBulk(ids)
    await open()
    check('このページをすべて選択')
    fireEvent.click(await screen.findByRole('button', { name: /250 件をすべて選択/u }))
    const dialog = await choose('与信の申請を取り下げる')
    await within(dialog).findByText('250 件に実行します。')
    const answer = api.answers[bulk]!
    api.on(bulk, (sent) => {
      if ((sent.body!['ids'] as number[])[0] === 101) throw new TypeError('Failed to fetch')
      return answer(sent)
    })
    const read = api.of('GET /api/company').length
    fireEvent.click(within(dialog).getByRole('button', { name: '与信の申請を取り下げる（250 件）' }))
    await within(dialog).findByText(
      '与信の申請を取り下げました（100 件）。100 件は結果を受け取れず、処理されたかどうか分かりません。一覧で確認してください。50 件は処理していません。',
    )
    expect(within(dialog).getByRole('alert').textContent).toContain('サーバーに接続できません')
    // Once after the first hundred, and once after the others.
    await waitFor(() => expect(api.of('GET /api/company').length).toBeGreaterThan(read + 1))
  })

  test('an action that asks why is not sent without', async () => {
    answerBulk([7])
    await open(asking)
    check('企業7を選択')
    const dialog = await choose('利用を停止')
    fireEvent.click(await within(dialog).findByRole('button', { name: '利用を停止（1 件）' }))
    expect(await within(dialog).findAllByText('必須項目です。')).toHaveLength(2)
    expect(api.of(bulk)).toHaveLength(1)
    fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: /理由の区分/u }))
    fireEvent.click(await screen.findByTitle('未払い'))
    fireEvent.change(within(dialog).getByRole('textbox', { name: /停止の理由/u }), { target: { value: ' 三か月の未払い ' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '利用を停止（1 件）' }))
    await within(dialog).findByText('企業の利用を停止しました')
    expect(api.of(bulk)[1]!.body).toEqual({ action: 'block', ids: [7], versions: [17], reason: '三か月の未払い', reason_code: 'UNPAID' })
  })

  const removable: AnyResource = { ...company, permissions: { ...company.permissions, delete: 'company.update' } }
  test.for([
    // The message of the single action (spec/texts "Success messages"), with the count if there are several.
    ['ja', '与信の申請を取り下げる', 1, 0, '与信の申請を取り下げました'],
    ['en', 'Withdraw the application', 1, 0, 'Application withdrawn.'],
    ['en', 'Withdraw the application', 3, 0, 'Application withdrawn (3).'],
    ['en', 'Withdraw the application', 1, 2, 'Application withdrawn (1). Failed: 2.'],
    ['ja', '与信の申請を取り下げる', 0, 3, '3 件は実行できませんでした。'],
    ['ja', '削除', 1, 0, '企業を削除しました'],
    ['ja', '削除', 3, 0, '企業を削除しました（3 件）。'],
    ['en', 'Delete', 3, 0, 'Company deleted (3).'],
  ] as const)('%s: %s, done with %d, failed with %d: %s', async ([language, action, worked, failed, said]) => {
    answerBulk([7, 8, 9])
    await openScreen({ '/op/company': screenOf(removable) }, '/op/company', { api, language })
    const ids = [7, 8, 9].slice(0, worked + failed)
    for (const id of ids) {
      fireEvent.click(await screen.findByRole('checkbox', { name: { ja: `企業${id}を選択`, en: `Select 企業${id}` }[language] }))
    }
    const bulkActions = { ja: '一括操作', en: 'Actions' }[language]
    fireEvent.click(await screen.findByRole('button', { name: bulkActions }))
    fireEvent.click(await screen.findByRole('menuitem', { name: action }))
    const dialog = within(await screen.findByRole('dialog'))
    const run = await dialog.findByRole('button', {
      name: { ja: `${action}（${ids.length} 件）`, en: `${action} (${ids.length})` }[language],
    })
    answerBulk(ids, ids.slice(worked))
    fireEvent.click(run)
    expect(await dialog.findByText(said)).toBeTruthy()
  })

  test('a count that is refused says why, and can be tried again', async () => {
    api.on(bulk, {
      status: 422,
      body: { code: 'validation_failed', message: '入力内容を確認してください', errors: { filter: ['10,000件までにしてください。'] } },
    })
    await open()
    check('企業7を選択')
    const dialog = await choose('与信の申請を取り下げる')
    expect((await within(dialog).findByRole('alert')).textContent).toBe('入力内容を確認してください 10,000件までにしてください。')
    answerBulk([7])
    fireEvent.click(within(dialog).getByRole('button', { name: '再試行' }))
    await within(dialog).findByText('1 件に実行します。')
  })
})
