// @vitest-environment jsdom
import { company, companyEndpoints, type SavedView } from '@adsite/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listScreen } from '../list/list-screen.tsx'
import { companyRecord, listAnswer } from '../testing/samples.ts'
import { FakeApi, openScreen, type Screen } from '../testing/screen.tsx'

const path = '/op/company'
const List = listScreen({
  resource: company,
  endpoints: { list: companyEndpoints.list },
  detailRoute: 'company.detail',
  createRoute: null,
  emptyHint: { ja: '—', en: '—' },
})
const view = (id: number, name: string, query: string, more: Partial<SavedView> = {}): SavedView => {
  return { id, name, query, resource: 'company', shared: false, is_default: false, own: true, created_by: '山田', ...more }
}
const applied = view(1, '審査中', 'credit_status=APPLIED&columns=name%2Ccity')
const colleagues = view(2, '東京の会社', 'prefecture=13', { own: false, shared: true, created_by: '佐藤' })

let api: FakeApi
let views: SavedView[]
beforeEach(() => {
  api = new FakeApi()
  views = [applied, colleagues]
  api.on('GET /api/company', listAnswer([companyRecord]))
  api.on('GET /api/saved-view', () => ({ status: 200, body: { data: views } }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (at = path): Promise<Screen> => openScreen({ '/': <p>start</p>, [path]: <List /> }, at, { api })
const searchOf = ({ router }: Screen) => Object.fromEntries(new URLSearchParams(router.state.location.search))
const listQueries = () => api.of('GET /api/company').map(({ query }) => Object.fromEntries(query))
async function openPanel(shown: string): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('button', { name: shown }))
  return screen.findByRole('region', { name: '保存した表示' })
}

describe('opening', () => {
  test('a view brings its filters and columns into the address; the standard view takes them out', async () => {
    const opened = await open('/op/company?q=青')
    const panel = await openPanel('標準の表示')
    fireEvent.click(await within(panel).findByRole('button', { name: '審査中' }))
    await screen.findByRole('button', { name: '審査中' })
    expect(searchOf(opened)).toEqual({ credit_status: 'APPLIED', columns: 'name,city', view: '1' })
    await waitFor(() => expect(listQueries().at(-1)).toEqual({ credit_status: 'APPLIED' }))
    fireEvent.click(within(await openPanel('審査中')).getByRole('button', { name: '標準の表示' }))
    await waitFor(() => expect(searchOf(opened)).toEqual({}))
  })

  test('the default view opens with the bare address, and the list is asked for once', async () => {
    views = [{ ...applied, is_default: true }]
    const opened = await open()
    await screen.findByRole('button', { name: '審査中' })
    expect(searchOf(opened)).toEqual({ credit_status: 'APPLIED', columns: 'name,city', view: '1' })
    fireEvent.click(within(await openPanel('審査中')).getByRole('button', { name: '標準の表示' }))
    await waitFor(() => expect(searchOf(opened)).toEqual({ view: '0' }))
    cleanup()
    // The views are cached now, so the bare list is not fetched at all.
    api.sent.length = 0
    const again = await open('/op/company?credit_status=ACTIVE')
    await screen.findByRole('link', { name: '青葉食品' })
    expect(searchOf(again)).toEqual({ credit_status: 'ACTIVE' })
    expect(listQueries()).toEqual([{ credit_status: 'ACTIVE' }])
  })

  test.each([
    ['the first page', false, '', [{}]],
    ['the default view', true, '', [{}, { credit_status: 'APPLIED' }]],
    ['what the address says', true, '?q=青', [{ q: '青' }]],
    ['no view', true, '?view=0', [{}]],
  ])('what was asked for ahead is not asked for again: %s', async (_name, is_default, search, queries) => {
    views = [{ ...applied, is_default }]
    const { router } = await open('/')
    await List.preload!({ pathname: path, search, role: 'admin' })
    expect(listQueries()).toEqual(queries)
    await router.navigate(`${path}${search}`)
    await screen.findByRole('link', { name: '青葉食品' })
    expect(listQueries()).toEqual(queries)
    expect(api.of('GET /api/saved-view')).toHaveLength(1)
  })

  test('views that cannot be read keep no list from being shown, say so in their panel, and are read again', async () => {
    api.on('GET /api/saved-view', { status: 403, body: { code: 'forbidden', message: '表示権限がありません' } })
    await open()
    expect(await screen.findByRole('link', { name: '青葉食品' })).toBeTruthy()
    const panel = within(await openPanel('標準の表示'))
    expect((await panel.findByRole('alert')).textContent).toContain('表示権限がありません')
    api.on('GET /api/saved-view', { status: 200, body: { data: views } })
    fireEvent.click(panel.getByRole('button', { name: /再試行/u }))
    expect(await panel.findByRole('button', { name: '審査中' })).toBeTruthy()
    expect(panel.queryByRole('alert')).toBeNull()
  })
})

describe('keeping', () => {
  test('what the address shows is saved under a name, and shared on demand; a name that is taken says so', async () => {
    const create = 'POST /api/saved-view'
    api.on(create, {
      status: 422,
      body: { code: 'validation_failed', message: '入力内容を確認してください', errors: { name: ['すでに登録されています。'] } },
    })
    const opened = await open('/op/company?sort=-name&credit_status=ACTIVE&after=abc')
    const panel = await openPanel('標準の表示')
    fireEvent.click(await within(panel).findByRole('button', { name: '名前を付けて保存' }))
    const box = within(panel).getByRole('textbox', { name: '表示の名前' })
    const save = () => fireEvent.submit(box.closest('form')!)
    save()
    expect((await within(panel).findByRole('alert')).textContent).toBe('必須項目です。')
    expect(api.of(create)).toEqual([])
    fireEvent.change(box, { target: { value: '承認済み' } })
    fireEvent.click(within(panel).getByRole('checkbox', { name: 'アカウントの全員と共有する' }))
    save()
    expect((await within(panel).findByRole('alert')).textContent).toBe('すでに登録されています。')
    api.on(create, () => {
      views = [...views, view(3, '承認済み', 'credit_status=ACTIVE&sort=-name', { shared: true })]
      return { status: 201, body: { data: { id: 3 } } }
    })
    save()
    await screen.findByRole('button', { name: '承認済み' })
    expect(api.of(create)[1]!.body).toEqual({
      resource: 'company',
      name: '承認済み',
      query: 'credit_status=ACTIVE&sort=-name',
      shared: true,
    })
    expect(searchOf(opened)).toEqual({ credit_status: 'ACTIVE', sort: '-name', view: '3' })
  })

  test('an answer that comes late marks the view as changed by what was filtered meanwhile, which stays', async () => {
    const opened = await open('/op/company?credit_status=ACTIVE')
    const answer = Promise.withResolvers<void>()
    api.on('POST /api/saved-view', async () => {
      await answer.promise
      views = [...views, view(3, '承認済み', 'credit_status=ACTIVE')]
      return { status: 201, body: { data: { id: 3 } } }
    })
    const panel = await openPanel('標準の表示')
    fireEvent.click(await within(panel).findByRole('button', { name: '名前を付けて保存' }))
    const box = within(panel).getByRole('textbox', { name: '表示の名前' })
    fireEvent.change(box, { target: { value: '承認済み' } })
    fireEvent.submit(box.closest('form')!)
    await waitFor(() => expect(api.of('POST /api/saved-view')).toHaveLength(1))
    await act(() => opened.router.navigate('/op/company?credit_status=ACTIVE&q=青'))
    answer.resolve()
    await screen.findByRole('button', { name: '承認済み（変更あり）' })
    expect(searchOf(opened)).toEqual({ credit_status: 'ACTIVE', q: '青', view: '3' })
  })

  test('the row of a new view, and of one that a new name put elsewhere, gets the focus', async () => {
    api.on('POST /api/saved-view', () => {
      views = [view(3, 'あ', ''), ...views]
      return { status: 201, body: { data: { id: 3 } } }
    })
    api.on('PATCH /api/saved-view/3', () => {
      views = [...views.slice(1), view(3, 'ん', '')]
      return { status: 204 }
    })
    await open()
    const panel = await openPanel('標準の表示')
    const name = (value: string) => {
      fireEvent.change(within(panel).getByRole('textbox'), { target: { value } })
      fireEvent.submit(within(panel).getByRole('textbox').closest('form')!)
    }
    fireEvent.click(await within(panel).findByRole('button', { name: '名前を付けて保存' }))
    name('あ')
    const created = await within(panel).findByRole('button', { name: 'あ' })
    await waitFor(() => expect(document.activeElement).toBe(created))
    fireEvent.click(within(panel).getByRole('button', { name: '「あ」の名前と共有を変更' }))
    name('ん')
    const renamed = await within(panel).findByRole('button', { name: 'ん' })
    await waitFor(() => expect(document.activeElement).toBe(renamed))
  })

  test('a changed view says so and takes the new state; somebody else’s does not', async () => {
    api.on('PATCH /api/saved-view/1', { status: 204 })
    await open('/op/company?credit_status=APPLIED&columns=name,city&view=1&q=青')
    const panel = await openPanel('審査中（変更あり）')
    fireEvent.click(await within(panel).findByRole('button', { name: '「審査中」を上書き保存' }))
    await waitFor(() =>
      expect(api.of('PATCH /api/saved-view/1')[0]!.body).toEqual({ query: 'q=%E9%9D%92&credit_status=APPLIED&columns=name%2Ccity' }),
    )
    cleanup()
    await open('/op/company?prefecture=13&view=2&q=青')
    const other = await openPanel('東京の会社（変更あり）')
    await within(other).findByRole('button', { name: '名前を付けて保存' })
    expect(within(other).queryByRole('button', { name: /上書き保存|東京の会社」の名前/u })).toBeNull()
    expect(within(other).getByText('共有').title).toBe('作成者: 佐藤')
  })

  test('the star sets the default; a view is renamed and deleted, and the list stays as it is', async () => {
    api.on('POST /api/saved-view/2/default', { status: 204 })
    api.on('PATCH /api/saved-view/1', { status: 204 })
    api.on('DELETE /api/saved-view/1', () => {
      views = [colleagues]
      return { status: 204 }
    })
    const opened = await open('/op/company?credit_status=APPLIED&columns=name,city&view=1')
    const panel = await openPanel('審査中')
    fireEvent.click(await within(panel).findByRole('button', { name: '「東京の会社」を最初に表示' }))
    await waitFor(() => expect(api.of('POST /api/saved-view/2/default')[0]!.body).toEqual({ is_default: true }))
    const edit = () => fireEvent.click(within(panel).getByRole('button', { name: '「審査中」の名前と共有を変更' }))
    edit()
    fireEvent.change(within(panel).getByRole('textbox'), { target: { value: '審査待ち' } })
    fireEvent.submit(within(panel).getByRole('textbox').closest('form')!)
    await waitFor(() => expect(api.of('PATCH /api/saved-view/1')[0]!.body).toEqual({ name: '審査待ち', shared: false }))
    await within(panel).findByRole('button', { name: '名前を付けて保存' })
    await waitFor(() => expect(document.activeElement).toBe(within(panel).getByRole('button', { name: '審査中' })))
    edit()
    const remove = within(panel).getByRole('button', { name: /^削\s?除$/u })
    fireEvent.click(remove)
    const question = within(panel).getByRole('group', { name: '「審査中」を削除します。元に戻すことはできません。' })
    const stay = within(question).getByRole('button', { name: 'キャンセル' })
    expect(document.activeElement).toBe(stay)
    fireEvent.click(stay)
    expect(document.activeElement).toBe(within(panel).getByRole('button', { name: /^削\s?除$/u }))
    expect(api.of('DELETE /api/saved-view/1')).toEqual([])
    fireEvent.click(within(panel).getByRole('button', { name: /^削\s?除$/u }))
    const sure = within(panel).getByRole('button', { name: /^削\s?除$/u })
    sure.focus()
    fireEvent.click(sure)
    await waitFor(() => expect(searchOf(opened)).toEqual({ credit_status: 'APPLIED', columns: 'name,city' }))
    // The next row has taken its place.
    await waitFor(() => expect(document.activeElement).toBe(within(panel).getByRole('button', { name: '東京の会社' })))
  })

  test('the deletion of a shared view tells whom it concerns', async () => {
    views = [{ ...applied, shared: true }]
    await open('/op/company')
    const panel = await openPanel('標準の表示')
    fireEvent.click(await within(panel).findByRole('button', { name: '「審査中」の名前と共有を変更' }))
    fireEvent.click(within(panel).getByRole('button', { name: /^削\s?除$/u }))
    expect(within(panel).getByRole('group').textContent).toContain(
      '「審査中」を削除します。元に戻すことはできません。共有しているため、アカウントの全員がこの表示を使えなくなります。',
    )
  })
})

describe('a view that was deleted elsewhere', () => {
  const missing = { status: 404, body: { code: 'not_found', message: '対象が見つかりません' } } as const
  const star = (panel: HTMLElement, name: string) => within(panel).findByRole('button', { name: `「${name}」を最初に表示` })
  const startEditing = async (panel: HTMLElement) => {
    fireEvent.click(await within(panel).findByRole('button', { name: '「審査中」の名前と共有を変更' }))
    views = [colleagues]
    return within(panel)
  }

  test.each([
    ['the user’s own', '審査中', 1, [colleagues], '「審査中」は別の画面で削除されています。', '東京の会社'],
    ['somebody else’s', '東京の会社', 2, [applied], '「東京の会社」は作成者が削除したか、共有をやめています。', '審査中'],
  ])('leaves the panel when its star is pressed, and the user learns why: %s', async (_name, name, id, left, words, next) => {
    api.on(`POST /api/saved-view/${id}/default`, missing)
    const { alerts } = await open('/op/company')
    const panel = await openPanel('標準の表示')
    const pressed = await star(panel, name)
    views = left
    pressed.focus()
    fireEvent.click(pressed)
    await waitFor(() => expect(alerts).toEqual([{ type: 'warn', messages: [words] }]))
    await waitFor(() => expect(within(panel).queryByRole('button', { name })).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(within(panel).getByRole('button', { name: next })))
  })

  test.each<[string, (panel: HTMLElement) => Promise<void>]>([
    [
      'renamed',
      async (panel) => {
        const form = await startEditing(panel)
        fireEvent.submit(form.getByRole('textbox').closest('form')!)
      },
    ],
    [
      'overwritten',
      async (panel) => {
        const overwrite = await within(panel).findByRole('button', { name: '「審査中」を上書き保存' })
        views = [colleagues]
        fireEvent.click(overwrite)
      },
    ],
    [
      'deleted',
      async (panel) => {
        const form = await startEditing(panel)
        fireEvent.click(form.getByRole('button', { name: /^削\s?除$/u }))
        fireEvent.click(form.getByRole('button', { name: /^削\s?除$/u }))
      },
    ],
  ])('leaves the panel and the address when it is %s', async (_name, press) => {
    api.on('PATCH /api/saved-view/1', missing)
    api.on('DELETE /api/saved-view/1', missing)
    const opened = await open('/op/company?credit_status=APPLIED&columns=name,city&view=1&q=青')
    const panel = await openPanel('審査中（変更あり）')
    await press(panel)
    await waitFor(() => expect(opened.alerts).toEqual([{ type: 'warn', messages: ['「審査中」は別の画面で削除されています。'] }]))
    await waitFor(() => expect(searchOf(opened)).toEqual({ credit_status: 'APPLIED', columns: 'name,city', q: '青' }))
    await waitFor(() => expect(within(panel).queryByRole('button', { name: '審査中' })).toBeNull())
  })
})
