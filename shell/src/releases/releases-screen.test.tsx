// @vitest-environment jsdom
import { releaseEndpoints, releaseFailedKinds, type ReleaseChange, type ReleaseUnitWithLoads } from '@adsite/contract'
import { locales } from '@adsite/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { address, BrowserPage, heading, message, press, type } from '../testing/browser-page.tsx'
import { readEvery } from './base/read-every.ts'
import { releaseTexts } from './base/texts.ts'

beforeAll(() => Promise.all([import('../layout/BaseLayout.tsx'), import('./ReleasesScreen.tsx'), import('./ActionDialog.tsx')]), 60_000)

const [a, b, c] = ['1.0.0-a', '1.1.0-b', '1.2.0-c']
const list = releaseEndpoints.list.path
const pathOf = (
  name: 'builds' | 'failures' | 'vitals' | 'violations' | 'history' | 'rollback' | 'canary' | 'endCanary' | 'promote' | 'freeze',
  unit = 'ad',
) => releaseEndpoints[name].path.replace('{unit}', unit)

const changed: ReleaseChange = {
  rev: 7,
  at: '2026-09-01T00:00:00.000Z',
  who: 'mika',
  automatic: false,
  why: '新しい一覧',
  action: 'promote',
  from: a,
  to: b,
  canary: null,
  ended_canary: null,
  took_effect: true,
  evidence: null,
}
const ad: ReleaseUnitWithLoads = {
  unit: 'ad',
  title: { ja: '広告管理', en: 'Advertising' },
  owner: 'Advertising',
  can_try: true,
  is_protected: false,
  rev: 7,
  stable: b,
  canary: null,
  last_known_good: [a],
  bad: [],
  way_back: { build: a, passed_over: [], command: null },
  frozen: false,
  changed,
  fault: null,
  loads: [
    { build: a, worked: 40, failed: 0, accounts: 8, failing_accounts: 0 },
    { build: b, worked: 30, failed: 10, accounts: 9, failing_accounts: 4 },
  ],
}
const shell: ReleaseUnitWithLoads = {
  ...ad,
  unit: 'shell',
  title: null,
  can_try: false,
  last_known_good: [],
  way_back: { build: null, passed_over: [], command: null },
  changed: null,
  loads: [],
}
const builds = [c, b, a].map((build) => ({ build, published_at: '2026-08-31T00:00:00.000Z', commit: null }))

/** jsdom does not implement ResizeObserver. */
class NoResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

let page: BrowserPage
const serve = (...units: ReleaseUnitWithLoads[]) => page.server.instead.set(list, { status: 200, body: { data: units } })
const card = async (name: string) => screen.findByRole('region', { name: new RegExp(`^${name}(?!の)`, 'u') })
const pressIn = async (name: string, button: string) => fireEvent.click(within(await card(name)).getByRole('button', { name: button }))

beforeEach(() => {
  page = new BrowserPage()
  vi.stubGlobal('ResizeObserver', NoResizeObserver)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  page.server.instead.set(pathOf('builds'), { status: 200, body: { data: builds } })
  serve(shell, ad)
})
afterEach(async () => {
  page.server.instead.clear()
  await page.close()
})

test('is the administrators’ alone: the others are told and led to /', async () => {
  await page.open('/releases', { using: 10 })
  await waitFor(() => expect(address()).toBe('/'))
  expect(message()).toContain('表示権限がありません')
  expect(screen.queryByRole('link', { name: 'リリース管理' })).toBeNull()
  expect(page.called(list)).toEqual([])
})

test('every text is there in both languages', () => {
  for (const text of Object.values(releaseTexts)) expect(locales.every((locale) => text[locale].trim() !== '')).toBe(true)
})

test('is read again and again, which does not keep the session of somebody who has left alive', async () => {
  const onlyIntervals = ['setInterval', 'clearInterval'] as const
  vi.useFakeTimers({ toFake: [...onlyIntervals] })
  try {
    await page.open('/releases', { using: 30 })
    await heading('リリース管理')
    vi.advanceTimersByTime(readEvery)
    await vi.waitUntil(() => page.called(list).length === 2)
    expect(page.server.calls.filter(({ path }) => path === list).map(({ background }) => background)).toEqual([undefined, true])
  } finally {
    vi.useRealTimers()
  }
})

describe('what runs', () => {
  test('per unit: for whom, how often it failed, who has changed it', async () => {
    await page.open('/releases', { using: 30 })
    await heading('リリース管理')
    const text = (await card('広告管理')).textContent
    expect(text).toContain('全アカウント1.1.0-b失敗率 25.0%40回中10回失敗（9アカウント中4）')
    expect(text).toContain('直前の正常なビルド1.0.0-a失敗率 0.0%40回中0回失敗（8アカウント中0）')
    expect(text).toContain('mika')
    expect(text).toContain('1.1.0-b を全体に公開（前：1.0.0-a）新しい一覧')
    expect((await card('シェル')).textContent).toContain('この期間の計測はありません')
    expect(screen.getByRole('link', { name: 'リリース管理' }).getAttribute('aria-current')).toBe('page')
  })

  test('a trial with its share and accounts, a frozen unit, one that cannot be read', async () => {
    page.server.instead.set('/api/account/select_list', { status: 200, body: { data: [{ id: 12, name: '広告主A' }] } })
    const canary = { build: c, percent: 12.5, accounts: [12] }
    serve(
      { ...ad, canary },
      { ...ad, unit: 'md', title: null, frozen: true },
      { ...shell, unit: 'op', stable: null, rev: null, fault: 'op.json' },
    )
    await page.open('/releases', { using: 30 })
    await waitFor(async () => expect((await card('広告管理')).textContent).toContain('試行アカウントの12.50%指定：広告主A1.2.0-c'))
    expect((await card('広告管理')).textContent).toContain('試行以外の全アカウント1.1.0-b')
    expect(
      within(await card('md'))
        .getByRole('button', { name: '全体に公開' })
        .getAttribute('aria-disabled'),
    ).toBe('true')
    expect(within(await card('md')).getAllByText('凍結中です。先に凍結を解除してください。').length).toBeGreaterThan(0)
    const fault = within(await card('op')).getByRole('alert')
    expect(fault.textContent).toContain('状態が壊れているか失われています。コマンドラインの「release repair op」で履歴から復元できます。')
    // In English, as the command line says it, and marked as such for screen readers.
    expect(fault.textContent).toContain('詳細（コマンドラインの表示）：op.json')
    expect(within(fault).getByText('op.json').lang).toBe('en')
    expect(within(await card('op')).queryByRole('button', { name: 'ロールバック' })).toBeNull()
  })

  test('a unit that cannot go back alone says so in advance, with the command that goes back together', async () => {
    const command = 'release rollback ad 1.0.0-a shell 1.0.0-s --reason REASON'
    const way_back = { build: null, passed_over: [{ build: a, why: 'contract' }], command }
    serve({ ...shell, way_back: { ...way_back, command: null } }, { ...ad, way_back })
    await page.open('/releases', { using: 30 })
    expect((await card('広告管理')).textContent).toContain(`単独ではロールバックできません。まとめて戻すコマンド：${command}`)
    expect((await card('広告管理')).textContent).not.toContain('直前の正常なビルド')
    expect((await card('シェル')).textContent).toContain('ロールバックできません。修正したビルドを公開してください。')
  })

  describe('what failed', () => {
    const at = (hour: number) => `2026-09-01T0${hour}:00:00.000Z`
    const failed = { phase: 'render', failed: 7, accounts: 3, first_at: at(1), last_at: at(2) } as const
    const chunk = { phase: 'chunk', failed: 3, accounts: 1, first_at: at(0), last_at: at(0) } as const
    const on = (...routes: string[]) => ({ routes, route: routes.length === 1 ? routes[0] : null })
    const kinds = [
      {
        ...failed,
        failed: 6,
        ...on('campaign.gone', 'campaign.list'),
        error: 'TypeError',
        message: "Cannot read properties of undefined (reading 'name')",
        stack: [
          { place: 'remote-ad/src/campaign/Name.tsx:12:5', resolved: true },
          { place: `r/ad/${b}/9.js:1:77`, resolved: false },
        ],
      },
      { ...failed, failed: 1, last_at: at(1), ...on(), error: null, message: null, stack: [] },
      { ...chunk, ...on(), error: 'ChunkLoadError', message: null, stack: [] },
    ]
    const answer = (data: object) => page.server.instead.set(pathOf('failures'), { status: 200, body: { data } })
    const panel = async () => within(await card('広告管理')).findByRole('region', { name: `${b} の失敗の内訳` })

    test('the rate of a build opens it, by phase, screen and error; it is in the address', async () => {
      answer({ phases: [failed, chunk], kinds })
      await page.open('/releases?hours=1', { using: 30 })
      await pressIn('広告管理', '失敗率 25.0%')
      await waitFor(async () => expect((await panel()).textContent).toContain('10件の失敗'))
      const rows = within(await panel())
        .getAllByRole('listitem')
        .map((row) => row.textContent)
      expect(rows[0]).toContain('表示後の画面と操作render7件（70.0%）3アカウント2026/09/01 10:00 ～ 2026/09/01 11:00')
      expect(rows[1]).toContain("campaign.gone、campaign.listTypeErrorCannot read properties of undefined (reading 'name')")
      expect(rows[1]).toContain(`remote-ad/src/campaign/Name.tsx:12:5 r/ad/${b}/9.js:1:77 （ソースマップなし）6件（60.0%）3アカウント`)
      expect(rows[4]).toBe('画面の記録なしエラー名の記録なし1件（10.0%）3アカウント2026/09/01 10:00')
      expect(rows[5]).toContain('画面のファイルの読み込みchunk3件（30.0%）1アカウント2026/09/01 09:00')
      expect(rows[6]).toContain('画面の記録なしChunkLoadError3件（30.0%）')
      expect(address()).toBe(`/releases?hours=1&failures=ad&build=${b}`)
      const toggle = within(await card('広告管理')).getByRole('button', { name: '失敗率 25.0%' })
      expect(toggle.getAttribute('aria-expanded')).toBe('true')
      fireEvent.click(toggle)
      await waitFor(() => expect(address()).toBe('/releases?hours=1'))
      // Without failures there is no button.
      expect(within(await card('広告管理')).queryByRole('button', { name: '失敗率 0.0%' })).toBeNull()
    })

    test('nothing in the period, an answer that fails, and more than can be shown', async () => {
      page.server.instead.set(pathOf('failures'), { status: 503, body: { code: 'unavailable', message: 'ただいま混み合っています。' } })
      await page.open(`/releases?failures=ad&build=${b}`, { using: 30 })
      await within(await panel()).findByText('ただいま混み合っています。')
      answer({ phases: [], kinds: [] })
      press('再試行')
      await within(await panel()).findByText('この期間に失敗はありません。')
      answer({ phases: [failed], kinds: Array.from({ length: releaseFailedKinds }, (_, at) => ({ ...kinds[0], error: `E${at}` })) })
      fireEvent.click(screen.getByRole('radio', { name: '直近1時間' }))
      expect(await within(await panel()).findByText(/新しい50種類まで/u)).toBeDefined()
    })
  })

  describe('how fast it was', () => {
    const vital = (name: string, p75: number, of: object = {}) => ({ build: b, name, p75, loads: 320, accounts: 12, ...of })
    const answer = (data: object[]) => page.server.instead.set(pathOf('vitals'), { status: 200, body: { data } })
    const panel = async () => within(await card('広告管理')).findByRole('region', { name: '広告管理の表示速度' })
    const rows = async () => within(await panel()).findAllByRole('row')

    test('each metric in words, with its rating and its basis, a trial beside the stable build; it is in the address', async () => {
      serve(shell, { ...ad, canary: { build: c, percent: 5, accounts: [] } })
      answer([vital('LCP', 2500), vital('LCP', 4000.4, { build: c, loads: 9, accounts: 2 }), vital('CLS', 0.104), vital('INP', 199.6)])
      await page.open('/releases', { using: 30 })
      await pressIn('広告管理', '表示速度')
      expect((await rows()).map(({ textContent }) => textContent)).toEqual([
        `指標試行以外の全アカウント${b}試行${c}`,
        `主な内容が表示されるまでLCP：2.5s以下で良好、4s超で不良試行以外の全アカウント ${b}2.5s 良好320回、12アカウント試行 ${c}4s 不良9回、2アカウント`,
        `操作に画面が応じるまでINP：200ms以下で良好、500ms超で不良試行以外の全アカウント ${b}200ms 良好320回、12アカウント試行 ${c}計測なし`,
        `表示中のレイアウトのずれCLS：0.1以下で良好、0.25超で不良試行以外の全アカウント ${b}0.104 改善が必要320回、12アカウント試行 ${c}計測なし`,
        `最初の内容が表示されるまで（読み込み時）FCP：1.8s以下で良好、3s超で不良試行以外の全アカウント ${b}計測なし試行 ${c}計測なし`,
        `サーバーの応答が届き始めるまで（読み込み時）TTFB：800ms以下で良好、1.8s超で不良試行以外の全アカウント ${b}計測なし試行 ${c}計測なし`,
      ])
      expect(address()).toBe('/releases?vitals=ad')
      await pressIn('広告管理', '表示速度')
      await waitFor(() => expect(address()).toBe('/releases'))
    })

    test('nothing in the period, and an answer that fails', async () => {
      page.server.instead.set(pathOf('vitals'), { status: 503, body: { code: 'unavailable', message: 'ただいま混み合っています。' } })
      await page.open('/releases?vitals=ad', { using: 30 })
      await within(await panel()).findByText('ただいま混み合っています。')
      answer([])
      press('再試行')
      expect(await within(await panel()).findByText('この期間の計測はありません')).toBeDefined()
    })
  })

  describe('what the policy has blocked', () => {
    const at = (hour: number) => `2026-09-01T0${hour}:00:00.000Z`
    const blocked = { directive: 'img-src', blocked: 'https://tracker.example', area: 'ad', count: 31, first_at: at(1), last_at: at(2) }
    const answer = (data: object[]) => page.server.instead.set(pathOf('violations'), { status: 200, body: { data } })
    const panel = async () => within(await card('広告管理')).findByRole('region', { name: '広告管理のCSP違反' })

    test('by directive, target, place and page; it is in the address', async () => {
      serve(shell, { ...ad, violations: 2 })
      answer([
        { ...blocked, build: b, place: { place: 'remote-ad/src/ad/Pixel.tsx:12:5', resolved: true } },
        { ...blocked, build: null, place: null, blocked: '', area: '', last_at: at(1) },
        { ...blocked, build: b, place: { place: `r/ad/${b}/9.js:1:77`, resolved: false }, directive: 'style-src-attr', blocked: 'inline' },
      ])
      await page.open('/releases', { using: 30 })
      expect(within(await card('シェル')).getByRole('button', { name: 'CSP違反' })).toBeDefined()
      await pressIn('広告管理', 'CSP違反（2種類）')
      const rows = within(await panel()).findAllByRole('listitem')
      expect((await rows).map(({ textContent }) => textContent)).toEqual([
        `img-srchttps://tracker.exampleremote-ad/src/ad/Pixel.tsx:12:5 ${b} 画面：/ad31件2026/09/01 10:00 ～ 2026/09/01 11:00`,
        'img-src対象の記録なし原因のファイルは不明画面：/31件2026/09/01 10:00',
        `style-src-attrinliner/ad/${b}/9.js:1:77 （ソースマップなし）${b} 画面：/ad31件2026/09/01 10:00 ～ 2026/09/01 11:00`,
      ])
      expect(address()).toBe('/releases?violations=ad')
    })

    test('nothing in the period, and an answer that fails', async () => {
      page.server.instead.set(pathOf('violations'), { status: 503, body: { code: 'unavailable', message: 'ただいま混み合っています。' } })
      await page.open('/releases?violations=ad', { using: 30 })
      await within(await panel()).findByText('ただいま混み合っています。')
      answer([])
      press('再試行')
      expect(await within(await panel()).findByText('この期間にCSP違反はありません。')).toBeDefined()
    })
  })

  test('the period is in the address; a list that fails offers another try', async () => {
    page.server.instead.set(list, { status: 503, body: { code: 'unavailable', message: 'ただいま混み合っています。' } })
    await page.open('/releases?hours=168&unit=ad', { using: 30 })
    const failure = await screen.findByText('ただいま混み合っています。')
    expect(failure).toBeDefined()
    serve(shell, ad)
    press('再試行')
    await card('広告管理')
    fireEvent.click(screen.getByRole('radio', { name: '直近1時間' }))
    await waitFor(() => expect(address()).toBe('/releases?hours=1'))
  })

  test('the history names automatic rollbacks with their figures, and what never took effect', async () => {
    const measured = { build: b, loads: 20, failed: 8, rate: 0.4, failing_accounts: 4 }
    const evidence = { tried: measured, against: { ...measured, build: a, failed: 1, rate: 0.05 }, since: '2026-09-01T00:00:00.000Z' }
    const data: ReleaseChange[] = [
      { ...changed, rev: 9, automatic: true, who: 'automatic', action: 'rollback', from: b, to: a, why: 'in English', evidence },
      { ...changed, rev: 8, took_effect: false },
    ]
    page.server.instead.set(pathOf('history'), { status: 200, body: { data, page: { next: null } } })
    await page.open('/releases?history=ad', { using: 30, language: 'ja' })
    const items = within(await screen.findByRole('region', { name: '広告管理の履歴' })).findAllByRole('listitem')
    const [automatic, lost] = (await items).map(({ textContent }) => textContent)
    expect(automatic).toContain('1.1.0-b から 1.0.0-a に戻した 自動')
    expect(automatic).toContain('1.1.0-b の失敗率 40.0%（20回中8回、4アカウント）')
    expect(automatic).toContain('サイトによる自動ロールバック')
    expect(automatic).not.toContain('in English')
    expect(lost).toContain('反映されませんでした')
  })

  test('a build that runs and cannot be read is named, and the way back stays open', async () => {
    serve(shell, { ...ad, unusable: [{ build: b, why: `r/ad/${b}/release.json is not JSON` }] })
    await page.open('/releases', { using: 30, language: 'ja' })
    const alert = within(await card('広告管理')).getByRole('alert')
    const told = alert.textContent
    expect(within(alert).getByText(`r/ad/${b}/release.json is not JSON`).lang).toBe('en')
    expect(told).toContain(`ビルド ${b} がレジストリで壊れているか失われている`)
    expect(told).toContain(`r/ad/${b}/release.json is not JSON`)
    expect(within(await card('広告管理')).getByText('破損')).toBeTruthy()
    expect(within(await card('広告管理')).getByRole('button', { name: 'ロールバック' })).toHaveProperty('disabled', false)
    expect(within(await card('シェル')).queryByRole('alert')).toBeNull()
  })

  test('the history has the changes in their place of which nothing is known, with what to restore', async () => {
    const damaged = [{ rev: 8, object: 'log/stable/ad/8.json' }]
    const data: ReleaseChange[] = [{ ...changed, rev: 9 }, changed]
    page.server.instead.set(pathOf('history'), { status: 200, body: { data, damaged, page: { next: null } } })
    await page.open('/releases?history=ad', { using: 30, language: 'ja' })
    const items = await within(await screen.findByRole('region', { name: '広告管理の履歴' })).findAllByRole('listitem')
    expect(items.map(({ textContent }) => /リビジョン (\d)/u.exec(textContent)?.[1])).toEqual(['9', '8', '7'])
    expect(items[1]?.textContent).toContain('変更の内容は不明')
    expect(items[1]?.textContent).toContain('log/stable/ad/8.json を、バックアップか別のコピーから復元してください。')
  })
})

describe('a change', () => {
  const dialog = () => screen.findByRole('dialog')
  // A loading button's icon is removed by an animation, which never ends in jsdom.
  const send = async (name: string) =>
    fireEvent.click(await within(await dialog()).findByRole('button', { name: new RegExp(`${name}$`, 'u') }))

  test('a rollback goes to the last known good by itself, needs a reason, and is sent with what was looked at', async () => {
    page.server.instead.set(pathOf('rollback'), { status: 200, body: { data: { rev: 8, build: a, canary: null, ended_canary: null } } })
    await page.open('/releases', { using: 30 })
    await pressIn('広告管理', 'ロールバック')
    expect((await dialog()).textContent).toContain('直前の正常なビルド 1.0.0-a')
    expect(address()).toBe('/releases?unit=ad&action=rollback')
    for (const unseen of ['', ' \u200b\u2060\u3164']) {
      type('理由', unseen)
      await send('ロールバック')
      expect((await within(await dialog()).findByRole('alert')).textContent).toBe('必須項目です。')
      await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('理由')))
    }
    type('理由', ' 一覧が空になる ')
    await send('ロールバック')
    await waitFor(() => expect(address()).toBe('/releases'))
    expect(page.called(pathOf('rollback')).map(({ body }) => body)).toEqual([{ rev: 7, reason: '一覧が空になる' }])
    expect(message()).toContain('広告管理を 1.0.0-a に戻しました')
  })

  test.each([
    ['ロールバック', '理由'],
    ['凍結', '理由'],
    // Its build comes first, and is not chosen yet.
    ['全体に公開', undefined],
  ])('%s begins in the field that it lacks', async (name, label) => {
    await page.open('/releases', { using: 30 })
    await pressIn('広告管理', name)
    const first = (await dialog()).querySelector('[data-first]')
    expect(first).toBe(label === undefined ? null : within(await dialog()).getByLabelText(label))
  })

  test('a trial ends without a judgement, and without a reason', async () => {
    const canary = { build: c, percent: 5, accounts: [] }
    serve(shell, { ...ad, canary })
    page.server.instead.set(pathOf('endCanary'), { status: 200, body: { data: { rev: 8, build: b, canary: null, ended_canary: c } } })
    await page.open('/releases', { using: 30 })
    expect(within(await card('シェル')).queryByRole('button', { name: '試行を終了' })).toBeNull()
    await pressIn('広告管理', '試行を終了')
    expect((await dialog()).textContent).toContain('不良とは記録されないため')
    expect(address()).toBe('/releases?unit=ad&action=end_canary')
    const reason = within(await dialog()).getByRole<HTMLTextAreaElement>('textbox', { name: '理由（任意）' })
    fireEvent.change(reason, { target: { value: '長'.repeat(501) } })
    await send('試行を終了')
    expect((await dialog()).textContent).toContain('入力内容が長すぎます。')
    expect(page.called(pathOf('endCanary'))).toEqual([])
    fireEvent.change(reason, { target: { value: ' ' } })
    await send('試行を終了')
    await waitFor(() => expect(page.called(pathOf('endCanary')).map(({ body }) => body)).toEqual([{ rev: 7 }]))
    expect(message()).toContain('広告管理の試行を終了しました')
  })

  test('what somebody else has changed meanwhile is said, and the next try is decided on that', async () => {
    page.server.instead.set(pathOf('freeze'), { status: 409, body: { code: 'conflict', message: 'mika さんが先に変更しました' } })
    await page.open('/releases?unit=ad&action=freeze', { using: 30 })
    await dialog()
    serve(shell, { ...ad, rev: 8, stable: c })
    type('理由', '繁忙期')
    await send('凍結')
    expect((await within(await dialog()).findByRole('alert')).textContent).toContain('mika さんが先に変更しました')
    await waitFor(async () => expect((await dialog()).textContent).toContain(c))
    await send('凍結')
    await waitFor(() =>
      expect(page.called(pathOf('freeze')).map(({ body }) => body)).toEqual([7, 8].map((rev) => ({ rev, reason: '繁忙期' }))),
    )
  })

  test.each([
    ['freeze', '凍結', { frozen: true }, '凍結中'],
    ['end_canary', '試行を終了', {}, ''],
  ] as const)('%s is not offered again where somebody else has done it', async (action, label, news, shown) => {
    const canary = action === 'end_canary' ? { build: c, percent: 5, accounts: [] } : null
    serve({ ...ad, canary })
    const path = pathOf(action === 'end_canary' ? 'endCanary' : action)
    page.server.instead.set(path, { status: 409, body: { code: 'conflict', message: 'mika さんが先に変更しました' } })
    await page.open(`/releases?unit=ad&action=${action}`, { using: 30 })
    await dialog()
    if (action === 'freeze') type('理由', '繁忙期')
    serve({ ...ad, rev: 8, ...news })
    await send(label)
    const again = async () => within(await dialog()).getByRole('button', { name: new RegExp(`${label}$`, 'u') })
    await waitFor(async () => expect((await again()).hasAttribute('disabled')).toBe(true))
    expect((await dialog()).textContent).toContain(shown)
    const alert = within(await dialog()).getByRole('alert')
    expect(alert.textContent).toContain('この操作は不要になりました。')
    await waitFor(() => expect(document.activeElement).toBe(alert.parentElement))
    expect(page.called(path)).toHaveLength(1)
  })

  test('a trial needs somebody who tries it', async () => {
    page.server.instead.set(pathOf('canary'), { status: 200, body: { data: { rev: 8, build: b, canary: null, ended_canary: null } } })
    serve({ ...ad, canary: { build: c, percent: 5, accounts: [] } })
    await page.open('/releases?unit=ad&action=canary', { using: 30, language: 'en' })
    await dialog()
    type('Share (%)', '0')
    expect(within(await dialog()).getByRole('button', { name: 'Change the trial' })).toHaveProperty('disabled', true)
    expect((await dialog()).textContent).toContain('Enter a share above 0, or select accounts.')
    type('Share (%)', '25')
    // As typed with a Japanese keyboard.
    type('Share (%)', '１２．５％')
    await send('Change the trial')
    await waitFor(() => expect(page.called(pathOf('canary'))[0]?.body).toEqual({ rev: 7, build: c, percent: 12.5, accounts: [] }))
  })

  test('a rollback offers neither the build that everybody runs nor the one that is tried, nor what is marked bad', async () => {
    serve({ ...ad, bad: ['1.0.5-x'], canary: { build: c, percent: 5, accounts: [] } })
    const further = ['1.0.5-x', '1.0.7-y'].map((build) => ({ build, published_at: '2026-08-31T00:00:00.000Z', commit: null }))
    page.server.instead.set(pathOf('builds'), { status: 200, body: { data: [...builds, ...further] } })
    await page.open('/releases?unit=ad&action=rollback', { using: 30 })
    fireEvent.mouseDown(within(await dialog()).getByRole('combobox', { name: '戻し先' }))
    await screen.findByText(/^1\.0\.7-y/u)
    const offered = [...document.querySelectorAll('.ant-select-item-option')].map(({ textContent }) => textContent.split(/[ （]/u)[0])
    expect(offered).toEqual([expect.stringContaining('試行'), a, '1.0.7-y'])
  })

  test('a share that is none is said where it was typed, and nobody gets a build by it', async () => {
    serve({ ...ad, canary: { build: c, percent: 5, accounts: [] } })
    await page.open('/releases?unit=ad&action=canary', { using: 30 })
    await dialog()
    for (const [typed, said] of [
      ['101', '100以下で入力してください。'],
      ['１，０００', '100以下で入力してください。'],
      ['-5', '0以上で入力してください。'],
      ['12.345', '小数点第2位までで入力してください。'],
      ['5と10', '数値を入力してください。'],
    ] as const) {
      type('割合（%）', typed)
      await send('試行を変更')
      expect((await within(await dialog()).findByRole('alert')).textContent).toBe(said)
      await waitFor(() => expect(screen.getByLabelText('割合（%）')).toBe(document.activeElement))
      expect(screen.getByLabelText<HTMLInputElement>('割合（%）').value).toBe(typed)
    }
    expect(page.called(pathOf('canary'))).toEqual([])
  })

  test('what was sent without an answer may be done: the dialog says so and shows what runs now', async () => {
    page.server.instead.set(pathOf('rollback'), { status: 503, body: { code: 'unavailable', message: '応答がありません' } })
    await page.open('/releases?unit=ad&action=rollback', { using: 30 })
    await dialog()
    serve(shell, { ...ad, rev: 8, stable: a, last_known_good: [], bad: [b], way_back: { build: null, passed_over: [], command: null } })
    type('理由', '一覧が空になる')
    await send('ロールバック')
    expect((await within(await dialog()).findByRole('alert')).textContent).toContain('変更が反映されている場合があります。')
    await waitFor(async () => expect((await dialog()).textContent).toContain(`現在${a}`))
  })

  test('the dialog names the accounts of a trial, too', async () => {
    page.server.instead.set('/api/account/select_list', { status: 200, body: { data: [{ id: 7, name: '株式会社あおば食品' }] } })
    serve(shell, { ...ad, canary: { build: c, percent: 0, accounts: [7] } })
    await page.open('/releases?unit=ad&action=end_canary', { using: 30 })
    await waitFor(async () => expect((await dialog()).textContent).toContain(`試行${c} 指定：株式会社あおば食品`))
  })

  test('the heading of the unit gets the keyboard focus when the button of a change goes with it', async () => {
    serve(shell, { ...ad, canary: { build: c, percent: 5, accounts: [] } })
    page.server.instead.set(pathOf('endCanary'), { status: 200, body: { data: { rev: 8, build: b, canary: null, ended_canary: c } } })
    await page.open('/releases', { using: 30 })
    const button = within(await card('広告管理')).getByRole('button', { name: '試行を終了' })
    button.focus()
    fireEvent.click(button)
    await dialog()
    serve(shell, ad)
    await send('試行を終了')
    await waitFor(() => expect(address()).toBe('/releases'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: /^広告管理/u })))
  })
})
