// @vitest-environment jsdom
import {
  campaign,
  campaignEndpoints,
  company,
  companyEndpoints,
  companyStates,
  product,
  productEndpoints,
  type AnyResource,
  type Role,
} from '@adsite/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ActionFacts } from '../action/ActionFacts.tsx'
import { useDecisionFacts } from '../action/decision-hold.ts'
import { campaignRecord, companyRecord } from '../testing/samples.ts'
import { FakeApi, openScreen, type Answer } from '../testing/screen.tsx'
import { ResourceDetail } from './ResourceDetail.tsx'

const asking: AnyResource = {
  ...company,
  states: {
    ...companyStates,
    actions: { block: { ...companyStates.actions.block, reason: { label: { ja: '停止の理由', en: 'Why' }, maxLength: 20 } } },
  },
}
const screens = {
  '/asking/:id': <ResourceDetail resource={asking} endpoints={companyEndpoints} listRoute="company.list" />,
  '/op/company/:id': <ResourceDetail resource={company} endpoints={companyEndpoints} listRoute="company.list" />,
  '/op/product/:id': <ResourceDetail resource={product} endpoints={productEndpoints} listRoute="product.list" />,
  '/ad/campaign/:id': <ResourceDetail resource={campaign} endpoints={campaignEndpoints} listRoute="campaign.list" />,
}

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.on('GET /api/company/7', { status: 200, body: { data: companyRecord } })
  api.on('GET /api/campaign/5', { status: 200, body: { data: campaignRecord } })
  for (const path of ['/api/company/7', '/api/campaign/5'])
    api.on(`GET ${path}/history`, { status: 200, body: { data: [], page: { next: null } } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (at: string, role: Role = 'admin') => openScreen(screens, at, { api, role })
const heading = () => screen.findByRole('heading', { level: 1, name: /青葉食品|秋の新商品/u })

describe('a record', () => {
  test('shows its values, its state once beside the title, and who touched it', async () => {
    await open('/op/company/7')
    expect((await heading()).textContent).toBe('青葉食品承認済み')
    expect(document.title).toBe('青葉食品 – 企業')
    expect(screen.getByText('¥2,200,000')).toBeTruthy()
    const audit = screen.getByRole('heading', { name: '登録と更新' }).closest('section')!
    expect(audit.textContent).toContain('更新2026/09/03 00:30佐藤')
  })

  test('keeps the room of what leads until it is there', async () => {
    const { promise, resolve } = Promise.withResolvers<Answer>()
    api.on('GET /api/company/7', () => promise)
    const Lead = () => <p>what leads</p>
    const lead = <ResourceDetail resource={company} endpoints={companyEndpoints} listRoute="company.list" lead={Lead} leadRoom={252} />
    await openScreen({ '/lead/:id': lead }, '/lead/7', { api })
    const rooms = () => [...document.querySelectorAll<HTMLElement>('[aria-hidden=true]')].filter(({ style }) => style.height === '252px')
    expect(rooms()).toHaveLength(1)
    resolve({ status: 200, body: { data: companyRecord } })
    await screen.findByText('what leads')
    expect(rooms()).toEqual([])
  })

  test('says that a change which waits for a second person could not be read, and reads it again', async () => {
    const path = 'GET /api/change-request'
    const failure = { status: 500, body: { code: 'internal', message: 'サーバーでエラーが発生しました' } }
    api.on(path, () => (api.of(path).length > 1 ? { status: 200, body: { data: [] } } : failure))
    await open('/op/company/7')
    expect((await screen.findByRole('alert')).textContent).toContain('サーバーでエラーが発生しました')
    fireEvent.click(screen.getByRole('button', { name: '再試行' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test.for([
    ['ja', '販売終了日', '期限なし', '広告枠', 'すべて'],
    ['en', 'On sale until', 'Open-ended', 'Ad spaces', 'All'],
  ] as const)('says what an empty value means in %s, and in its history too', async ([language, end, openEnded, spaces, all]) => {
    const { credit_status: _, ...others } = companyRecord
    const data = { ...others, billing: 'CPM', status: 'ON_SALE', sale_from: '2026-09-01', sale_to: null, space_ids: null, format_ids: [1] }
    const change = { id: 1, field: 'sale_to', before: '2026-09-30', after: null }
    const entry = { ...change, action: 'update', by: '佐藤', at: '2026-09-02T15:30:00.000Z', source: 'screen' }
    api.on('GET /api/product/7', { status: 200, body: { data } })
    api.on('GET /api/product/7/history', { status: 200, body: { data: [entry], page: { next: null } } })
    await openScreen(screens, '/op/product/7', { api, language })
    await screen.findByRole('heading', { level: 1, name: /青葉食品/u })
    const value = (label: string) => screen.getByText(label, { selector: 'dt' }).nextSibling!.textContent
    expect([value(end), value(spaces)]).toEqual([openEnded, all])
    // The value is unknown, without further meaning.
    expect(value({ ja: '最低購入数', en: 'Minimum quantity' }[language])).toBe('—')
    expect((await screen.findByText(openEnded, { selector: 'ins' })).parentElement!.textContent).toMatch(/2026.* → /u)
  })

  test('that loads has a heading which says so', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<{ readonly status: number; readonly body: object }>()
    api.on('GET /api/company/7', () => promise)
    await open('/op/company/7')
    expect(screen.getByRole('heading', { level: 1, name: '読み込み中' })).toBeTruthy()
    answer({ status: 200, body: { data: companyRecord } })
    expect((await heading()).textContent).toBe('青葉食品承認済み')
  })

  test('that cannot be read says so under the name of its kind, and can be tried again', async () => {
    api.on('GET /api/company/7', { status: 500, body: { message: '一時的な障害です' } })
    await open('/op/company/7')
    expect(await screen.findByText('一時的な障害です')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: '企業' })).toBeTruthy()
    api.on('GET /api/company/7', { status: 200, body: { data: companyRecord } })
    fireEvent.click(screen.getByRole('button', { name: '再試行' }))
    expect((await heading()).textContent).toBe('青葉食品承認済み')
  })

  test('that is none, or foreign, is not found; no call for an id that can be none', async () => {
    await open('/op/company/abc')
    expect(await screen.findByRole('heading', { name: '企業が見つかりません' })).toBeTruthy()
    expect(screen.getByRole('link', { name: '企業一覧' })).toHaveProperty('pathname', '/op/company')
    expect(api.sent.filter(({ path }) => path.startsWith('/api/company'))).toEqual([])
    cleanup()
    await open('/op/company/8')
    expect(await screen.findByRole('heading', { name: '企業が見つかりません' })).toBeTruthy()
  })

  test('has its history by field, without what the role may not see', async () => {
    const entry = { id: 90, at: '2026-09-02T15:30:00.000Z', by: '佐藤', action: 'update', source: 'screen' }
    api.on('GET /api/company/7/history', {
      status: 200,
      body: {
        data: [
          { ...entry, field: 'credit_limit', before: '1000000', after: '2200000' },
          { ...entry, id: 89, field: 'payment_type', before: 'PREPAY', after: 'INVOICE' },
          { ...entry, id: 88, field: 'reason', before: null, after: '増枠の依頼' },
          { ...entry, id: 87, field: 'somebody_elses', before: '1', after: '2' },
          { ...entry, id: 86, action: 'create', at: '2026-09-01T09:00:00.000Z', field: null, before: null, after: null },
        ],
        page: { next: null },
      },
    })
    await open('/op/company/7')
    const history = screen.getByRole('heading', { name: '変更履歴' }).closest('section')!
    expect(await within(history).findByText('¥1,000,000')).toBeTruthy()
    expect(within(history).getByText('前払い').closest('li')!.textContent).toBe('支払方法前払い → 請求書払い')
    expect(within(history).getByText('理由').closest('li')!.textContent).toBe('理由— → 増枠の依頼')
    expect(within(history).queryByText(/somebody_elses/u)).toBeNull()
    expect(within(history).getAllByText('2026/09/03 00:30')).toHaveLength(1)
  })

  test('its history calls what the record refers to by name, also for a role that cannot look the name up', async () => {
    const entry = { by: '佐藤', action: 'update', source: 'screen', at: '2026-09-02T15:30:00.000Z' }
    const data = { ...campaignRecord, agency_account_id: 2, label_ids: [4], refs: { agency_account_id: '南代理店', 'label_ids.4': '重点' } }
    api.on('GET /api/campaign/5', { status: 200, body: { data } })
    api.on('GET /api/campaign/5/history', {
      status: 200,
      body: {
        data: [
          { ...entry, id: 91, field: 'agency_account_id', before: 3, after: 2 },
          { ...entry, id: 90, field: 'label_ids', before: null, after: [4] },
        ],
        page: { next: null },
      },
    })
    await open('/ad/campaign/5', 'advertiser')
    const history = screen.getByRole('heading', { name: '変更履歴' }).closest('section')!
    expect((await within(history).findByText('代理店')).closest('li')!.textContent).toBe('代理店#3 → 南代理店')
    expect(within(history).getByText('重点')).toBeTruthy()
  })

  test('its history begins with the newest changes and goes back page by page', async () => {
    const entry = (id: number) => {
      const at = new Date(Date.UTC(2026, 8, 1, 0, id)).toISOString()
      return { id, at, by: '佐藤', action: 'update', source: 'screen', field: 'city', before: `市${id - 1}`, after: `市${id}` }
    }
    api.on('GET /api/company/7/history', ({ query }) =>
      query.get('after') === '11'
        ? { status: 200, body: { data: [entry(10)], page: { next: null } } }
        : { status: 200, body: { data: [17, 16, 15, 14, 13, 12, 11].map(entry), page: { next: '11' } } },
    )
    await open('/op/company/7')
    const history = screen.getByRole('heading', { name: '変更履歴' }).closest('section')!
    const shown = () =>
      within(history)
        .queryAllByText(/^市\d+$/u, { selector: 'ins' })
        .map(({ textContent }) => textContent)
    const more = () => within(history).getByRole('button', { name: '以前の変更も表示' })
    await waitFor(() => expect(shown()).toEqual(['市17', '市16', '市15', '市14', '市13']))
    fireEvent.click(more())
    expect(shown()).toHaveLength(7)
    expect(api.of('GET /api/company/7/history')).toHaveLength(1)
    fireEvent.click(more())
    await waitFor(() => expect(shown().at(-1)).toBe('市10'))
    expect(within(history).queryByRole('button', { name: '以前の変更も表示' })).toBeNull()
  })
})

describe('state actions', () => {
  test('those that the state does not allow say why, to everybody', async () => {
    await open('/op/company/7')
    await heading()
    fireEvent.click(screen.getByRole('button', { name: 'その他の操作' }))
    const approve = await screen.findByRole('button', { name: '与信を承認' })
    expect(approve.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(approve.getAttribute('aria-describedby')!)!.textContent).toBe(
      '「審査中」のときに実行できます。現在は「承認済み」です。',
    )
    fireEvent.click(approve)
    expect(api.sent.filter(({ method }) => method === 'POST')).toEqual([])
  })

  test.each([
    [false, 'ant-popover-placement-bottomLeft'],
    [true, 'ant-popover-placement-bottom'],
  ])('the menu of the others opens where it can be shifted into the screen of a phone (%j)', async (narrow, placement) => {
    await openScreen(screens, '/op/company/7', { api, narrow })
    await heading()
    fireEvent.click(screen.getByRole('button', { name: 'その他の操作' }))
    const menu = await screen.findByRole('region', { name: 'その他の操作' })
    await waitFor(() => expect([...menu.closest('.ant-popover')!.classList]).toContain(placement))
  })

  test('of many those that can be run come first; the others are in a menu, by keyboard too', async () => {
    api.on('GET /api/company/7', { status: 200, body: { data: { ...companyRecord, credit_status: 'CREDIT_STOP' } } })
    api.on('POST /api/company/7/block', { status: 204 })
    const { alerts } = await open('/op/company/7')
    await heading()
    const state = (name: string) => screen.queryByRole('button', { name })
    const all = Object.values(companyStates.actions).map(({ label }) => label.ja)
    expect(all.filter((name) => state(name))).toEqual(['保留にする', '取引を停止'])
    const more = screen.getByRole('button', { name: 'その他の操作' })
    more.focus()
    fireEvent.click(more)
    const menu = await screen.findByRole('region', { name: 'その他の操作' })
    await waitFor(() => expect(document.activeElement).toBe(menu))
    const lines = within(menu).getAllByRole('button')
    expect(lines.map((line) => line.textContent).toSorted()).toEqual(
      all.filter((name) => name !== '保留にする' && name !== '取引を停止').toSorted(),
    )
    const unavailable = lines.map((line) => line.getAttribute('aria-disabled') === 'true')
    expect(unavailable).toEqual([false, ...Array.from({ length: lines.length - 1 }, () => true)])
    expect(lines.every((line) => line.tabIndex === 0)).toBe(true)
    fireEvent.keyDown(document, { key: 'Escape' })
    expect(document.activeElement).toBe(more)

    fireEvent.click(more)
    fireEvent.click(await screen.findByRole('button', { name: '利用を停止' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '契約の終了' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '利用を停止' }))
    await waitFor(() => expect(alerts).toEqual([{ type: 'success', messages: [companyStates.actions.block.done.ja] }]))
  })

  test('cannot be agreed to while what they decide about is loading', async () => {
    let arrive = () => {}
    function Facts(): ReactNode {
      const [loading, setLoading] = useState(true)
      arrive = () => setLoading(false)
      useDecisionFacts(loading)
      return loading ? null : '残り ¥1,000'
    }
    const detail = <ResourceDetail resource={campaign} endpoints={campaignEndpoints} listRoute="campaign.list" />
    const withFacts = (
      <ActionFacts resource={campaign} facts={{ pause: Facts }}>
        {detail}
      </ActionFacts>
    )
    await openScreen({ '/ad/campaign/:id': withFacts }, '/ad/campaign/5', { api })
    await heading()
    fireEvent.click(screen.getByRole('button', { name: '停止する' }))
    const agree = within(await screen.findByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: '停止する' })
    expect(agree.disabled).toBe(true)
    act(() => arrive())
    expect(screen.getByRole('dialog').textContent).toContain('残り ¥1,000')
    expect(agree.disabled).toBe(false)
  })

  test('ask where the rule says so, send the version, and tell what was done', async () => {
    api.on('POST /api/campaign/5/pause', { status: 204 })
    const { alerts } = await open('/ad/campaign/5')
    await heading()
    fireEvent.click(screen.getByRole('button', { name: '停止する' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('このキャンペーンの配信を停止します。よろしいですか？')
    expect(api.of('POST /api/campaign/5/pause')).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: '停止する' }))
    await waitFor(() => expect(alerts).toEqual([{ type: 'success', messages: ['キャンペーンを停止しました'] }]))
    expect(api.of('POST /api/campaign/5/pause')[0]!.body).toEqual({ version: 1 })
    await waitFor(() => expect(api.of('GET /api/campaign/5')).toHaveLength(2))
  })

  test('an action that asks why sends it, and keeps it when it is refused', async () => {
    const block = 'POST /api/company/7/block'
    const { alerts } = await open('/asking/7')
    await heading()
    // Somebody else changes the company, and not its state.
    api.on(block, { status: 409, body: { code: 'conflict', message: '先に更新されました' } })
    api.on('GET /api/company/7', { status: 200, body: { data: { ...companyRecord, version: 4 } } })
    fireEvent.click(screen.getByRole('button', { name: '利用を停止' }))
    const dialog = await screen.findByRole('dialog')
    const reason = within(dialog).getByRole('textbox', { name: /^停止の理由/u })
    // Whoever looks further before they write is told nothing yet.
    fireEvent.blur(reason)
    expect(within(dialog).queryByText('必須項目です。')).toBeNull()
    fireEvent.change(reason, { target: { value: 'あ'.repeat(21) } })
    fireEvent.blur(reason)
    expect(within(dialog).getByText('入力内容が長すぎます。')).toBeDefined()
    fireEvent.change(reason, { target: { value: '' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '利用を停止' }))
    expect((await within(dialog).findByText('必須項目です。')).id).toBe(reason.getAttribute('aria-describedby'))
    fireEvent.change(reason, { target: { value: '契約の終了' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '利用を停止' }))
    await waitFor(() => expect(alerts).toEqual([{ type: 'error', messages: ['先に更新されました'] }]))
    expect(reason).toHaveProperty('value', '契約の終了')
    api.on(block, { status: 204 })
    const again = within(dialog).getByRole('button', { name: /利用を停止$/u })
    await waitFor(() => expect(again.className).not.toContain('loading'))
    fireEvent.click(again)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.of(block).map(({ body }) => body)).toEqual([
      { version: 3, reason: '契約の終了' },
      { version: 4, reason: '契約の終了' },
    ])
  })

  test('an action that somebody else has ruled out meanwhile says so in its dialog, and is not sent again', async () => {
    const pause = 'POST /api/campaign/5/pause'
    await open('/ad/campaign/5')
    await heading()
    api.on(pause, { status: 409, body: { code: 'conflict', message: '先に更新されました' } })
    api.on('GET /api/campaign/5', { status: 200, body: { data: { ...campaignRecord, version: 2, user_status: 'PAUSED' } } })
    fireEvent.click(screen.getByRole('button', { name: '停止する' }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: '停止する' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('「有効」のときに実行できます。現在は「停止中」です。')
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: /停止する$/u }).disabled).toBe(true)
    expect(api.of(pause)).toHaveLength(1)
  })

  test('what else stands in the way is said at the button: of an action, of editing, of deleting', async () => {
    const blocked = { block: '配信中の広告があります', update: '審査が終わるまで編集できません' }
    api.on('GET /api/company/7', { status: 200, body: { data: { ...companyRecord, blocked } } })
    await open('/op/company/7?edit=1')
    await heading()
    fireEvent.click(screen.getByRole('button', { name: 'その他の操作' }))
    await screen.findByRole('region', { name: 'その他の操作' })
    for (const [name, reason] of [
      ['利用を停止', blocked.block],
      ['編集', blocked.update],
    ] as const) {
      const button = screen.getByRole('button', { name })
      expect(button.getAttribute('aria-disabled')).toBe('true')
      expect(document.getElementById(button.getAttribute('aria-describedby')!)!.textContent).toBe(reason)
    }
  })

  test('roles without the permission see neither them nor the way to the form', async () => {
    await open('/ad/campaign/5?edit=1', 'advertiser')
    await heading()
    expect(screen.queryByRole('button', { name: /停止|再開|編集/u })).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})

describe('what was done is told when the page has the new version, so that the next change starts from it', () => {
  /** Holds back the answers to further readings of a record until `release` is called. */
  async function openHeld(path: string, at: string) {
    const opened = await open(at)
    await waitFor(() => expect(api.of(`GET ${path}`)).toHaveLength(1))
    const { promise, resolve } = Promise.withResolvers<void>()
    const read = api.answers[`GET ${path}`]!
    api.on(`GET ${path}`, (sent) => promise.then(() => read(sent)))
    const readAgain = () => waitFor(() => expect(api.of(`GET ${path}`)).toHaveLength(2))
    return { ...opened, readAgain, release: resolve }
  }

  test('by an action', async () => {
    api.on('POST /api/campaign/5/pause', { status: 204 })
    const { alerts, readAgain, release } = await openHeld('/api/campaign/5', '/ad/campaign/5')
    fireEvent.click(await screen.findByRole('button', { name: '停止する' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '停止する' }))
    await readAgain()
    expect(alerts).toEqual([])
    release()
    await waitFor(() => expect(alerts).toHaveLength(1))
  })

  test('by a form', async () => {
    api.on('PATCH /api/company/7', { status: 204 })
    const { alerts, router, readAgain, release } = await openHeld('/api/company/7', '/op/company/7?edit=1')
    const city = await screen.findByRole('combobox', { name: /市区町村/u })
    fireEvent.change(city, { target: { value: '港区' } })
    fireEvent.submit(city.closest('form')!)
    await readAgain()
    expect([alerts, router.state.location.search]).toEqual([[], '?edit=1'])
    release()
    await waitFor(() => expect([alerts.length, router.state.location.search]).toEqual([1, '']))
  })
})

test('editing is in the address, and storing tells so and shows the record', async () => {
  api.on('PATCH /api/company/7', { status: 204 })
  const { alerts, router } = await open('/op/company/7')
  await heading()
  fireEvent.click(screen.getByRole('button', { name: '編集' }))
  const city = await screen.findByRole('combobox', { name: /市区町村/u })
  expect(router.state.location.search).toBe('?edit=1')
  fireEvent.change(city, { target: { value: '港区' } })
  fireEvent.submit(city.closest('form')!)
  await waitFor(() => expect(alerts).toEqual([{ type: 'success', messages: ['企業を更新しました'] }]))
  await heading()
  expect(router.state.location.search).toBe('')
})

test('leaving the form gives the keyboard focus back to the button that opened it', async () => {
  await open('/op/company/7')
  await heading()
  screen.getByRole('button', { name: '編集' }).focus()
  fireEvent.click(document.activeElement!)
  fireEvent.click(await screen.findByRole('button', { name: 'キャンセル' }))
  await heading()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '編集' })))
})
