// @vitest-environment jsdom
import { dashboardEndpoints, informationEndpoints, notificationEndpoints } from '@adsite/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { address, BrowserPage, heading } from '../testing/browser-page.tsx'
import { samplePointers } from '../testing/sample-pointers.ts'
import { attention, campaignPaused, importantItem, otherItem, period } from '../testing/samples.ts'

const pointers = samplePointers()
vi.mock('../federation/index.ts', async (original) => ({ ...(await original<object>()), usePointers: () => pointers }))
// jsdom does not render charts; delivery-chart.test.ts tests the chart's options.
vi.mock('./DeliveryChart.tsx', () => ({ default: ({ name }: { name: string }) => <p>chart of {name}</p> }))

beforeAll(() => Promise.all([import('../layout/BaseLayout.tsx'), import('./DashboardScreen.tsx')]), 60_000)

const paths = {
  system: informationEndpoints.viewList.path,
  notifications: notificationEndpoints.list.path,
  delivery: dashboardEndpoints.delivery.path,
  waiting: dashboardEndpoints.waiting.path,
  attention: dashboardEndpoints.attention.path,
  pace: dashboardEndpoints.pace.path,
}
const failure = { status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } }

let page: BrowserPage
const answer = (path: string, data: unknown) =>
  page.server.instead.set(path, { status: 200, body: { data, page: { next: null, previous: null } } })
const card = (name: string) => screen.findByRole('region', { name })
const bell = (name: string) => screen.findByRole('link', { name })

beforeEach(() => {
  page = new BrowserPage()
})
afterEach(async () => {
  page.server.instead.clear()
  await page.close()
})

async function open(using = 10, path = '/'): Promise<void> {
  await page.open(path, { using })
  await heading('山田さん')
}

describe('the bell', () => {
  test('has its dot and says so while one of the lists has entries, and leads to /', async () => {
    answer(paths.notifications, [campaignPaused])
    await open(10, '/')
    const link = await bell('お知らせがあります。')
    expect(link.getAttribute('href')).toBe('/')
    expect(link.dataset['tooltip']).toBe('お知らせがあります。')
    expect(link.querySelector('span')).toBeTruthy()
  })

  test('rests without entries', async () => {
    await open()
    const link = await bell('新しいお知らせはありません。')
    await waitFor(() => expect(page.called(paths.notifications)).toHaveLength(1))
    expect(link.querySelector('span')).toBeNull()
  })

  test('asks for unconfirmed important announcements and for unconfirmed notifications, once for bell and cards', async () => {
    const asked: string[] = []
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      asked.push(url)
      return fetch(url, init)
    })
    await open()
    await card('通知')
    await waitFor(() =>
      expect(asked.filter((url) => url.startsWith(paths.system))).toEqual([`${paths.system}?is_important=true&remove_confirmed=true`]),
    )
    expect(asked.filter((url) => url.startsWith(paths.notifications))).toEqual([`${paths.notifications}?unconfirmed=true`])
  })

  test.each(['lost', failure, { status: 200, body: {} }, { status: 200, body: { data: 'none' } }] as const)(
    'calls that fail (%j) leave the header as it is',
    async (broken) => {
      page.server.instead.set(paths.system, broken)
      page.server.instead.set(paths.notifications, broken)
      await open()
      await bell('新しいお知らせはありません。')
      expect(screen.getByRole('button', { name: 'ログアウト' })).toBeTruthy()
      expect(await within(await card('通知')).findByRole('alert')).toBeTruthy()
    },
  )

  test('reads again when the tab becomes visible; a failure then keeps what was there', async () => {
    await open()
    await bell('新しいお知らせはありません。')
    answer(paths.system, [importantItem])
    document.dispatchEvent(new Event('visibilitychange'))
    await bell('お知らせがあります。')
    page.server.instead.set(paths.system, 'lost')
    const before = page.called(paths.system).length
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(page.called(paths.system).length).toBeGreaterThan(before))
    expect(within(await card('重要なお知らせ')).getByRole('link', { name: importantItem.title })).toBeTruthy()
  })

  test('shows nothing of the former account after a switch, not even when the new one cannot be read', async () => {
    answer(paths.system, [importantItem])
    await open()
    await bell('お知らせがあります。')
    fireEvent.click(screen.getByRole('button', { name: '利用中のアカウント：広告主A' }))
    const dialog = await screen.findByRole('dialog', { name: 'アカウント選択' })
    fireEvent.click(await within(dialog).findByRole('radio', { name: /メディアB/u }))
    page.server.instead.set(paths.system, failure)
    fireEvent.click(within(dialog).getByRole('button', { name: /選\s?択/u }))
    await screen.findByText('メディアB（メディアグループ）')
    expect(screen.queryByText(importantItem.title)).toBeNull()
    await bell('新しいお知らせはありません。')
    expect(await within(await card('重要なお知らせ')).findByRole('alert')).toBeTruthy()
  })
})

describe('notices', () => {
  test('a list that is as long as it may be says that there are at least as many', async () => {
    const many = <T extends object>(entry: T, count: number) => Array.from({ length: count }, (_, at) => ({ ...entry, id: 100 + at }))
    answer(paths.system, many(importantItem, 20))
    answer(paths.notifications, many(campaignPaused, 99))
    page.server.instead.set('/api/information/confirm/100', { status: 201 })
    await open()
    const system = await card('重要なお知らせ')
    expect(await within(system).findByText('20件以上')).toBeTruthy()
    expect(await within(await card('通知')).findByText('99件')).toBeTruthy()
    page.server.instead.set(paths.system, 'lost')
    const [confirm] = within(system).getAllByRole('button')
    fireEvent.click(confirm!)
    expect(await within(system).findByText('19件以上')).toBeTruthy()
  })

  test('an announcement leads to its page; confirming takes it off, says so, and hands the focus on', async () => {
    answer(paths.system, [importantItem, otherItem])
    page.server.instead.set('/api/information/confirm/3', { status: 201 })
    await open()
    const system = await card('重要なお知らせ')
    const link = await within(system).findByRole('link', { name: importantItem.title })
    expect(link.getAttribute('href')).toBe('/information/3')
    expect(within(system).getByText('2件')).toBeTruthy()
    expect(within(system).getByRole('link', { name: 'お知らせ一覧' }).getAttribute('href')).toBe('/information')
    answer(paths.system, [otherItem])
    const confirm = within(system).getByRole('button', { name: '確認済みにする：秋の定期メンテナンス' })
    confirm.focus()
    fireEvent.click(confirm)
    expect([document.activeElement, confirm.getAttribute('aria-disabled')]).toEqual([confirm, 'true'])
    await waitFor(() => expect(within(system).queryByText(importantItem.title)).toBeNull())
    expect(page.called('/api/information/confirm/3')).toEqual([{ method: 'POST', path: '/api/information/confirm/3', body: undefined }])
    expect(screen.getByText('確認済みにしました')).toBeTruthy()
    const following = within(system).getByRole('button', { name: '確認済みにする：配信遅延の復旧' })
    await waitFor(() => expect(document.activeElement).toBe(following))
  })

  test('the last one confirmed: the card says there is none, the dot goes, the focus is on the title', async () => {
    answer(paths.notifications, [campaignPaused])
    page.server.instead.set('/api/notification/confirm/6', { status: 204 })
    await open()
    await bell('お知らせがあります。')
    const notifications = await card('通知')
    const link = within(notifications).getByRole('link', { name: 'キャンペーン「春のキャンペーン」が停止されました。' })
    expect(link.getAttribute('href')).toBe('/ad/campaign/7')
    answer(paths.notifications, [])
    within(notifications).getByRole('button').focus()
    fireEvent.click(within(notifications).getByRole('button'))
    expect(await within(notifications).findByText('未確認の通知はありません。')).toBeTruthy()
    await bell('新しいお知らせはありません。')
    expect(page.called('/api/notification/confirm/6')[0]!.method).toBe('PATCH')
    await waitFor(() => expect(document.activeElement).toBe(within(notifications).getByRole('heading', { name: '通知' })))
  })

  test('what the role may not open is plain text', async () => {
    answer(paths.notifications, [campaignPaused])
    await open(20)
    const notifications = await card('通知')
    expect(await within(notifications).findByText('キャンペーン「春のキャンペーン」が停止されました。')).toBeTruthy()
    expect(within(notifications).queryByRole('link')).toBeNull()
  })

  test('a message that names a page of the shell leads there', async () => {
    const about = {
      ...campaignPaused,
      kind: 'message',
      entity: null,
      entity_id: null,
      params: { text: '対応を決めてください。' },
      page: '/releases',
    }
    answer(paths.notifications, [about])
    await open()
    const link = await within(await card('通知')).findByRole('link', { name: '対応を決めてください。' })
    expect(link.getAttribute('href')).toBe('/releases')
  })

  test('a refused confirmation says why and changes nothing', async () => {
    answer(paths.system, [importantItem])
    page.server.instead.set('/api/information/confirm/3', failure)
    await open()
    const system = await card('重要なお知らせ')
    fireEvent.click(await within(system).findByRole('button', { name: /^確認済みにする/u }))
    expect(await screen.findByText('サーバーでエラーが発生しました')).toBeTruthy()
    expect(within(system).getByText(importantItem.title)).toBeTruthy()
  })

  test('one that is no longer published goes as well', async () => {
    answer(paths.system, [importantItem])
    page.server.instead.set('/api/information/confirm/3', { status: 404, body: { code: 'not_found', message: '対象が見つかりません' } })
    await open()
    const system = await card('重要なお知らせ')
    const button = await within(system).findByRole('button', { name: /^確認済みにする/u })
    answer(paths.system, [])
    fireEvent.click(button)
    expect(await within(system).findByText('未確認の重要なお知らせはありません。')).toBeTruthy()
  })
})

describe('delivery', () => {
  beforeEach(() => answer(paths.delivery, { current: period('2026-09-08', 1100, '2000'), previous: period('2026-09-01', 1000, '4000') }))

  test('figures with their change, one of them in the chart, and a way to the report of these days', async () => {
    await open()
    const delivery = await card('配信状況')
    const imps = await within(delivery).findByRole('button', { name: /^表示回数.*1,100.*\+10\.0%/u })
    expect(within(delivery).getByRole('button', { name: /^配信金額.*¥2,000.*-50\.0%/u })).toBeTruthy()
    expect(within(delivery).getByRole('button', { name: /^クリック数.*0.*比較できません/u })).toBeTruthy()
    expect(imps.getAttribute('aria-pressed')).toBe('true')
    expect(await within(delivery).findByText('chart of imps')).toBeTruthy()
    fireEvent.click(within(delivery).getByRole('button', { name: /^配信金額/u }))
    expect(await within(delivery).findByText('chart of gross')).toBeTruthy()
    expect(within(delivery).getByRole('link', { name: '配信状況' }).getAttribute('href')).toBe(
      '/ad/achievements?from=2026-09-08&to=2026-09-14',
    )
    expect(within(delivery).queryByText('媒体費')).toBeNull()
  })

  test('the days are in the address, and the back button works', async () => {
    await open(10, '/?days=30')
    const delivery = await card('配信状況')
    expect(within(delivery).getByRole('radio', { name: '過去30日間' })).toHaveProperty('checked', true)
    fireEvent.click(within(delivery).getByRole('radio', { name: '過去7日間' }))
    await waitFor(() => expect(address()).toBe('/'))
    fireEvent.click(within(delivery).getByRole('radio', { name: '過去30日間' }))
    await waitFor(() => expect(address()).toBe('/?days=30'))
    await page.router.navigate(-1)
    await waitFor(() => expect(within(delivery).getByRole('radio', { name: '過去7日間' })).toHaveProperty('checked', true))
  })

  test('without a report that the role may open the title is no link', async () => {
    await open(20)
    const delivery = await card('配信状況')
    await within(delivery).findByRole('button', { name: /^表示回数/u })
    expect(within(delivery).queryByRole('link')).toBeNull()
    expect(within(delivery).getByText('収益')).toBeTruthy()
    expect(within(delivery).queryByText('配信金額')).toBeNull()
  })

  test('nothing delivered is said in words', async () => {
    answer(paths.delivery, { current: period('2026-09-08', 0, '0'), previous: period('2026-09-01', 0, '0') })
    await open()
    expect(await screen.findByText('この期間と前の期間に配信実績はありません。')).toBeTruthy()
  })
})

describe('what waits and what needs attention', () => {
  test('each leads to the screen that acts; without one it is plain text', async () => {
    answer(paths.waiting, [
      { kind: 'credit_review', count: 3, route: 'company.list', query: { credit_status: 'APPLIED' } },
      { kind: 'invitation_open', count: 2, route: 'invitation.list', query: { status: 'SENT' } },
    ])
    answer(paths.attention, attention)
    await open(30)
    const waiting = await card('対応待ち')
    const link = await within(waiting).findByRole('link', { name: '与信の審査待ち' })
    expect(link.getAttribute('href')).toBe('/op/company?credit_status=APPLIED')
    expect(link.closest('li')!.textContent).toBe('与信の審査待ち3')
    expect(within(waiting).getByText('承認待ちの招待').closest('a')).toBeNull()
    const needy = await card('確認が必要なキャンペーン')
    const rows = within(needy)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(rows).toEqual(['春のキャンペーン通期予算の93%を消化しました', '夏の旅企業の与信状況により配信できません（審査中）'])
    expect(within(needy).getByRole('link', { name: '春のキャンペーン' }).getAttribute('href')).toBe('/ad/campaign/7')
  })

  test('kinds that this page does not know are left out, the others stand in their usual order', async () => {
    const invitations = { kind: 'invitation_open', count: 2, route: 'invitation.list', query: { status: 'SENT' } }
    const further = [
      { kind: 'of_tomorrow', count: 1, route: 'company.list', query: {} },
      { kind: 'ad_rejected', count: 4, route: 'ad.list', query: { effective_status: 'REJECTED' } },
    ]
    page.server.instead.set(paths.waiting, { status: 200, body: { data: [invitations], further } })
    await open()
    const waiting = await card('対応待ち')
    await within(waiting).findByText('否認された広告')
    const lines = within(waiting).getAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent)).toEqual(['否認された広告4', '承認待ちの招待2'])
  })

  test('the supply side has no campaigns to look after, and asks for none', async () => {
    await open(20)
    await card('対応待ち')
    expect(screen.queryByRole('region', { name: '確認が必要なキャンペーン' })).toBeNull()
    expect(page.called(paths.attention)).toEqual([])
  })
})

describe('the pace of campaigns', () => {
  const late = {
    campaign_id: 7,
    name: '春のキャンペーン',
    alarm: 'behind',
    end_at: '2026-10-01T00:00:00.000Z',
    budget: '100000',
    spent: '36000',
    planned: 50_000,
    gap: -14_000,
    ratio: 0.72,
    state: 'behind',
    daily_to_spend: 6400,
  }
  const gone = { ...late, campaign_id: 8, name: '夏の旅', alarm: 'spent_today', spent: '95000', gap: 45_000, ratio: 1.9, state: 'ahead' }
  const counts = { spent_today: 1, behind: 1000, ahead: 0, on_pace: 3 }
  const rows = (of: HTMLElement) =>
    within(of)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)

  test('what is spent today may be on its plan: where not all of it has room, the others are among what has spent the most', async () => {
    answer(paths.pace, { registered: true, counts: { ...counts, spent_today: 7, behind: 2 }, campaigns: [gone, late] })
    await open(30)
    const others = await within(await card('配信ペース')).findByRole('link', { name: /^ほか7件（配信中の/u })
    expect(others.getAttribute('href')).toBe('/ad/campaign?serving_status=SERVING&sort=-spent_rate')
  })

  test('what is off its plan, by how many yen, and the way to act; who may not edit budgets has the record alone', async () => {
    answer(paths.pace, { registered: true, counts, campaigns: [gone, late] })
    await open(30)
    const pace = await card('配信ペース')
    await within(pace).findByRole('link', { name: '春のキャンペーン' })
    expect(rows(pace)).toEqual([
      '本日で消化1',
      '遅れ1,000+',
      '本日で消化夏の旅残り ¥5,000最終日まで配信するには1日 ¥6,400190.0%超過1日の予算を変更',
      '春のキャンペーン予定より ¥14,000 少ない使い切るには1日 ¥6,40072.0%遅れ1日の予算を変更',
    ])
    const edit = within(pace).getByRole('link', { name: '春のキャンペーンの1日の予算を変更' })
    expect(edit.getAttribute('href')).toBe('/ad/campaign/7?edit=1#daily_budget')
    expect(
      within(pace)
        .getByRole('link', { name: /^ほか999件以上/u })
        .getAttribute('href'),
    ).toBe('/ad/campaign?serving_status=SERVING&pace_state=behind,ahead')
    cleanup()
    await open(10)
    const own = await card('配信ペース')
    expect((await within(own).findByRole('link', { name: '春のキャンペーン' })).getAttribute('href')).toBe('/ad/campaign/7')
    expect(within(own).queryByRole('link', { name: /予算を変更/u })).toBeNull()
  })

  test.each([
    [true, 3, '配信中のキャンペーンはすべて予定どおりです。'],
    [true, 0, 'ペースを算出できる配信中のキャンペーンはありません。'],
    [false, 0, 'キャンペーンが登録されていません。'],
  ])('the first card says so where none is off plan (campaigns: %s, on plan: %i)', async (registered, on_pace, words) => {
    answer(paths.pace, { registered, counts: { spent_today: 0, behind: 0, ahead: 0, on_pace }, campaigns: [] })
    await open(30)
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.getAllByRole('region')[0]).toBe(await card('配信ペース'))
  })

  test('the supply side has none, and asks for none', async () => {
    await open(20)
    await card('対応待ち')
    expect(screen.queryByRole('region', { name: '配信ペース' })).toBeNull()
    expect(page.called(paths.pace)).toEqual([])
  })
})

test('a card that fails is alone with it, and can be asked for again', async () => {
  page.server.instead.set(paths.waiting, failure)
  answer(paths.attention, attention)
  await open()
  const waiting = await card('対応待ち')
  expect((await within(waiting).findByRole('alert')).textContent).toContain('サーバーでエラーが発生しました')
  expect(await screen.findByText('通期予算の93%を消化しました')).toBeTruthy()
  answer(paths.waiting, [])
  fireEvent.click(within(waiting).getByRole('button', { name: '再試行' }))
  expect(await within(waiting).findByText('対応待ちはありません。')).toBeTruthy()
})

test('one call per card', async () => {
  await open()
  await card('対応待ち')
  await card('配信ペース')
  for (const path of Object.values(paths)) expect(page.called(path), path).toHaveLength(1)
  cleanup()
})
