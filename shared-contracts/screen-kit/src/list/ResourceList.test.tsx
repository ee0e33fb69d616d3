// @vitest-environment jsdom
import { campaign, campaignEndpoints, company, companyEndpoints } from '@adsite/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { campaignRecord, companyRecord, listAnswer } from '../testing/samples.ts'
import { FakeApi, openScreen } from '../testing/screen.tsx'
import { ResourceList } from './ResourceList.tsx'

const hint = { ja: 'まず企業を登録してください。', en: 'Create a company first.' }
const companies = (
  <ResourceList
    resource={company}
    endpoints={companyEndpoints}
    detailRoute="company.detail"
    createRoute="company.create"
    emptyHint={hint}
  />
)
const campaigns = (
  <ResourceList
    resource={campaign}
    endpoints={campaignEndpoints}
    detailRoute="campaign.detail"
    createRoute="campaign.create"
    emptyHint={hint}
  />
)

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.on('GET /api/company', listAnswer([companyRecord]))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (at = '/op/company', narrow = false) =>
  openScreen({ '/op/company': companies, '/ad/campaign': campaigns }, at, { api, narrow })
const lastQuery = () => Object.fromEntries(api.of('GET /api/company').at(-1)!.query)

describe('rows', () => {
  test('are real links, with states as words and amounts in yen', async () => {
    await open()
    const row = (await screen.findByRole('link', { name: '青葉食品' })).closest('tr')!
    expect(screen.getByRole('link', { name: '青葉食品' })).toHaveProperty('pathname', '/op/company/7')
    expect(within(row).getByText('承認済み')).toBeTruthy()
    expect(within(row).getByText('¥2,200,000')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toBe('1 件')
  })

  test('that stand for others while these are on their way are no rows to a screen reader', async () => {
    let come = () => {}
    api.on('GET /api/company', () => new Promise((resolve) => (come = () => resolve(listAnswer([companyRecord])))))
    await open()
    expect(await screen.findByRole('table', { name: /読み込み/u })).toBeTruthy()
    expect(document.querySelectorAll('tbody tr')).toHaveLength(10)
    const heard = () => screen.getAllByRole('row').filter((row) => row.closest('tbody'))
    expect(heard()).toEqual([])
    come()
    await screen.findByRole('link', { name: '青葉食品' })
    expect(heard()).toHaveLength(1)
  })

  test('say how many there are beyond the cap only when asked', async () => {
    api.on('GET /api/company', ({ query }) =>
      query.get('count') === 'exact'
        ? listAnswer([companyRecord], { total: 12_345 })
        : listAnswer([companyRecord], { total: 10_000, capped: true }),
    )
    await open()
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('10,000+ 件'))
    fireEvent.click(screen.getByRole('button', { name: '正確な件数を表示' }))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('12,345 件'))
  })
})

describe('the address', () => {
  test('is what is asked for', async () => {
    await open('/op/company?q=青葉&credit_status=ACTIVE&sort=-name&limit=20')
    await screen.findByRole('link', { name: '青葉食品' })
    expect(lastQuery()).toEqual({ q: '青葉', credit_status: 'ACTIVE', sort: '-name', limit: '20' })
    expect(screen.getByRole('searchbox', { name: '企業名・電話番号・法人番号で検索' })).toHaveProperty('value', '青葉')
  })

  test('follows the search, and back undoes it', async () => {
    const { router } = await open()
    const box = screen.getByRole('searchbox')
    fireEvent.change(box, { target: { value: ' 桜 ' } })
    fireEvent.keyDown(box, { key: 'Enter' })
    await waitFor(() => expect(router.state.location.search).toBe(`?q=${encodeURIComponent('桜')}`))
    await waitFor(() => expect(lastQuery()).toEqual({ q: '桜' }))
    await router.navigate(-1)
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveProperty('value', ''))
  })

  test('searches while it is typed in, but not while a conversion goes on', async () => {
    const { router } = await open()
    const box = screen.getByRole('searchbox')
    fireEvent.compositionStart(box)
    fireEvent.change(box, { target: { value: 'さくｒ' } })
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(router.state.location.search).toBe('')
    fireEvent.change(box, { target: { value: '桜' } })
    fireEvent.compositionEnd(box)
    await waitFor(() => expect(router.state.location.search).toBe(`?q=${encodeURIComponent('桜')}`))
    fireEvent.change(box, { target: { value: '桜 餅' } })
    await waitFor(() => expect(lastQuery()).toEqual({ q: '桜 餅' }))
    await router.navigate(-1)
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveProperty('value', ''))
  })

  test('is left alone by the Enter that ends a conversion', async () => {
    const { router } = await open()
    const box = screen.getByRole('searchbox')
    fireEvent.change(box, { target: { value: 'さくら' } })
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true })
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 })
    expect(router.state.location.search).toBe('')
  })

  test('follows the headers, which say how they sort; others cannot be sorted by', async () => {
    const { router } = await open()
    await screen.findByRole('link', { name: '青葉食品' })
    const header = screen.getByRole('columnheader', { name: '与信枠' })
    const sort = () => fireEvent.click(screen.getByRole('button', { name: '与信枠' }))
    sort()
    await waitFor(() => expect(router.state.location.search).toBe('?sort=credit_limit'))
    await waitFor(() => expect(header.getAttribute('aria-sort')).toBe('ascending'))
    sort()
    await waitFor(() => expect(router.state.location.search).toBe('?sort=-credit_limit'))
    await waitFor(() => expect(header.getAttribute('aria-sort')).toBe('descending'))
    sort()
    await waitFor(() => expect(router.state.location.search).toBe(''))
    await waitFor(() => expect(screen.getByRole('columnheader', { name: '電話番号' })).toBeTruthy())
    expect(screen.queryByRole('button', { name: '電話番号' })).toBeNull()
  })

  test('follows the header of the column that sorts by default in both directions', async () => {
    const { router } = await open('/op/company?columns=name,updated_at')
    await screen.findByRole('link', { name: '青葉食品' })
    const header = screen.getByRole('columnheader', { name: '更新日時' })
    const sort = () => fireEvent.click(within(header).getByRole('button'))
    const sorted = () => new URLSearchParams(router.state.location.search).get('sort')
    expect(header.getAttribute('aria-sort')).toBe('descending')
    sort()
    await waitFor(() => expect(sorted()).toBe('updated_at'))
    await waitFor(() => expect(header.getAttribute('aria-sort')).toBe('ascending'))
    sort()
    await waitFor(() => expect(sorted()).toBeNull())
    await waitFor(() => expect(header.getAttribute('aria-sort')).toBe('descending'))
  })

  test('walks the pages by cursors, and a filter taken off starts anew', async () => {
    api.on('GET /api/company', listAnswer([companyRecord], { next: 'n1', total: 120 }))
    const { router } = await open('/op/company?credit_status=ACTIVE')
    fireEvent.click(await screen.findByRole('button', { name: '次へ' }))
    await waitFor(() => expect(lastQuery()).toEqual({ credit_status: 'ACTIVE', after: 'n1' }))
    await waitFor(() => expect(screen.getByRole('button', { name: '前へ' })).toHaveProperty('disabled', true))
    fireEvent.click(screen.getByRole('button', { name: '与信状態: 承認済み の条件を解除' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })

  test('a chip that is removed by keyboard leaves the focus to the next, else to the one before, else to the button of the filters', async () => {
    await open('/op/company?credit_status=ACTIVE&prefecture=13&payment_type=INVOICE')
    const chips = () => screen.queryAllByRole('button', { name: /の条件を解除$/u })
    await screen.findByRole('link', { name: '青葉食品' })
    expect(chips()).toHaveLength(3)
    const [first, second, third] = chips()
    async function remove(chip: HTMLElement, left: number): Promise<void> {
      chip.focus()
      fireEvent.click(chip)
      await waitFor(() => expect(chips()).toHaveLength(left))
    }
    await remove(second!, 2)
    await waitFor(() => expect(document.activeElement).toBe(third))
    await remove(third!, 1)
    await waitFor(() => expect(document.activeElement).toBe(first))
    await remove(first!, 0)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^絞り込み/u })))
  })

  test('all chips removed at once leave the focus to the button of the filters', async () => {
    await open('/op/company?credit_status=ACTIVE&prefecture=13')
    const clear = await screen.findByRole('button', { name: '条件をすべて解除' })
    clear.focus()
    fireEvent.click(clear)
    await waitFor(() => expect(screen.queryByRole('button', { name: '条件をすべて解除' })).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^絞り込み/u })))
  })
})

describe('nothing to show', () => {
  test('no record at all: the words of the specification, what to do first, and the way there', async () => {
    api.on('GET /api/campaign', listAnswer([]))
    await open('/ad/campaign')
    expect(await screen.findByText('キャンペーンが登録されていません。')).toBeTruthy()
    expect(screen.getByText(hint.ja)).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'キャンペーンを登録' })[0]).toHaveProperty('pathname', '/ad/campaign/create')
  })

  test('a list in which nobody creates anything says where its records come from; a link is only for those who may create', async () => {
    api.on('GET /api/campaign', listAnswer([]))
    const list = (createRoute: 'information.create' | null) => (
      <ResourceList
        resource={campaign}
        endpoints={campaignEndpoints}
        detailRoute="campaign.detail"
        createRoute={createRoute}
        emptyHint={hint}
      />
    )
    await openScreen({ '/own': list(null), '/closed': list('information.create') }, '/own', { api })
    expect(await screen.findByText(hint.ja)).toBeTruthy()
    cleanup()
    await openScreen({ '/own': list(null), '/closed': list('information.create') }, '/closed', { api, routes: {} })
    expect(await screen.findByText('キャンペーンが登録されていません。')).toBeTruthy()
    expect(screen.queryByText(hint.ja)).toBeNull()
  })

  test('nothing matches: the conditions can be cleared', async () => {
    api.on('GET /api/campaign', ({ query }) => (query.has('q') ? listAnswer([]) : listAnswer([campaignRecord])))
    await open('/ad/campaign?q=zzz')
    expect(await screen.findByText('条件に一致するキャンペーンはありません。')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '条件をすべて解除' }))
    expect(await screen.findByRole('link', { name: '秋の新商品' })).toBeTruthy()
  })

  test('a failure says what the API said, and can be tried again', async () => {
    api.on('GET /api/company', { status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } })
    await open()
    expect((await screen.findByRole('alert')).textContent).toContain('サーバーでエラーが発生しました')
    api.on('GET /api/company', listAnswer([companyRecord]))
    fireEvent.click(screen.getByRole('button', { name: '再試行' }))
    expect(await screen.findByRole('link', { name: '青葉食品' })).toBeTruthy()
  })
})

test('conditions of the address that the list does not know are told, and can be taken out; the others stay', async () => {
  api.on('GET /api/campaign', listAnswer([campaignRecord]))
  const { router } = await open('/ad/campaign?serving_status=GONE&sort=-name&columns=lifetime_budget,nope')
  const told = await screen.findByText('アドレスにある次の条件は使えないため、適用していません: serving_status=GONE、columns=nope')
  fireEvent.click(screen.getByRole('button', { name: 'アドレスから除く' }))
  await waitFor(() => expect(told.isConnected).toBe(false))
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({ sort: '-name', columns: 'name,lifetime_budget' })
})

test('filters stand in a panel of their own, for what the role may choose from', async () => {
  api.on('GET /api/campaign', listAnswer([campaignRecord]))
  await open('/ad/campaign?lifetime_budget_min=1000')
  const toggle = screen.getByRole('button', { name: /絞り込み/u })
  expect(toggle.textContent).toContain('1 件の条件を適用中')
  fireEvent.click(toggle)
  const panel = await screen.findByRole('region', { name: '絞り込み' })
  expect(within(panel).getByLabelText('広告主')).toBeTruthy()
  const least = within(panel).getByLabelText('通期予算（下限）')
  expect(least).toHaveProperty('value', '1,000')
  fireEvent.change(least, { target: { value: '２，０００' } })
  fireEvent.blur(least)
  await waitFor(() => expect(api.of('GET /api/campaign').at(-1)!.query.get('lifetime_budget_min')).toBe('2000'))
})

test('the ends of a range stand once, keep the focus when they take effect, and follow what clears them', async () => {
  api.on('GET /api/campaign', listAnswer([campaignRecord]))
  await open('/ad/campaign')
  fireEvent.click(screen.getByRole('button', { name: /絞り込み/u }))
  const panel = await screen.findByRole('region', { name: '絞り込み' })
  const boxes = () => within(panel).getAllByRole<HTMLInputElement>('textbox', { name: /^(開始日時|通期予算)（/u })
  const [from, , least] = boxes()
  const calendar = within(panel).getByRole('button', { name: '開始日時（開始）をカレンダーから選ぶ' })
  fireEvent.change(from!, { target: { value: '２０２６年１１月１日' } })
  fireEvent.blur(from!, { relatedTarget: calendar })
  calendar.focus()
  fireEvent.change(least!, { target: { value: '120万' } })
  fireEvent.blur(least!)
  await waitFor(() => expect(api.of('GET /api/campaign').at(-1)!.query.get('lifetime_budget_min')).toBe('1200000'))
  expect(api.of('GET /api/campaign').at(-1)!.query.get('start_at_from')).toBe('2026-11-01')
  expect(boxes().map(({ value }) => value)).toEqual(['2026/11/01', '', '1,200,000', ''])
  expect(document.activeElement).toBe(calendar)
  fireEvent.click(screen.getByRole('button', { name: '条件をすべて解除' }))
  await waitFor(() => expect(boxes().map(({ value }) => value)).toEqual(['', '', '', '']))
})

test('on a phone rows are cards, and the sort is chosen from a list', async () => {
  await open('/op/company', true)
  const card = (await screen.findByRole('link', { name: '青葉食品' })).closest('li')!
  expect(within(card).getByText('与信枠')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByRole('combobox', { name: '並び順' })).toBeTruthy()
})
