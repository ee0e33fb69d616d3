import type { Browser } from '@playwright/test'
import { percentiles, type Figure } from '../figure.ts'
import { follow, slowDown, visit, type Speed, type Visit } from './visit.ts'

type StorageState = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>

/** What is visited, and what makes it usable. */
const bare = {
  empty: { path: '/bare/empty', selector: '#root' },
  react: { path: '/bare/react', selector: '.ready' },
  menu: { path: '/bare/menu', selector: '.ant-menu-item' },
  table: { path: '/bare/table', selector: 'tr.ant-table-row' },
} as const
const login = { path: '/auth/login', selector: 'form button[type=submit]' }
const list = { path: '/op/company', selector: 'main tr.ant-table-row' }

/** Signs in as people do, and answers what their browser then keeps. */
export async function signedIn(browser: Browser, url: string): Promise<StorageState> {
  const context = await browser.newContext({ baseURL: url, ignoreHTTPSErrors: true, locale: 'ja-JP' })
  const page = await context.newPage()
  await page.goto(login.path)
  await page.getByLabel('メールアドレス').fill('admin@demo.example')
  await page.getByLabel('パスワード', { exact: true }).fill('Demo-2026-adsite')
  await page.getByRole('button', { name: 'ログイン' }).click()
  await page.getByRole('navigation', { name: 'メインメニュー' }).waitFor()
  const state = await context.storageState({ indexedDB: true })
  await context.close()
  return state
}

const median = (visits: readonly Visit[], key: keyof Visit) => percentiles(visits.map((each) => each[key])).p50

type Sets = Record<keyof typeof bare | 'login' | 'list', Visit[]>

async function visitAll(browser: Browser, url: string, state: StorageState, speed: Speed, runs: number): Promise<Sets> {
  const sets: Sets = { empty: [], react: [], menu: [], table: [], login: [], list: [] }
  const pages = { ...bare, login, list }
  for (let run = 0; run < runs; run += 1) {
    for (const [name, { path, selector }] of Object.entries(pages)) {
      const options = name === 'list' ? { storageState: state } : {}
      sets[name as keyof Sets].push(await visit(browser, url + path, selector, speed, options))
    }
  }
  return sets
}

/** One figure of a page beside a bare one; `limit` is what the ratio may be. */
function compare(
  sets: Sets,
  name: string,
  unit: Figure['unit'],
  key: keyof Visit,
  [ours, theirs]: readonly ['login' | 'list', keyof typeof bare],
  limit?: number,
): Figure {
  const [mine, other] = [median(sets[ours], key), median(sets[theirs], key)]
  const what = { empty: 'B0 empty page', react: 'R React alone', menu: 'B1 antd layout and menu', table: 'B2 one antd table' }[theirs]
  return {
    ...{ name, unit, ours: mine, p95: percentiles(sets[ours].map((each) => each[key])).p95, beside: { what, value: other } },
    ...(limit === undefined ? {} : { target: { text: `${limit} ×`, met: mine <= limit * other } }),
  }
}

async function routeChanges(browser: Browser, url: string, state: StorageState, speed: Speed, runs: number): Promise<Figure[]> {
  const first: number[] = []
  const again: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext({ baseURL: url, ignoreHTTPSErrors: true, locale: 'ja-JP', storageState: state })
    const page = await context.newPage()
    await slowDown(await context.newCDPSession(page), speed)
    await page.goto(list.path)
    await page.locator(list.selector).first().waitFor({ timeout: 60_000 })
    first.push(await follow(page, '広告管理', 'キャンペーン一覧'))
    await follow(page, '運用管理', '企業一覧')
    again.push(await follow(page, '広告管理', 'キャンペーン一覧'))
    await context.close()
  }
  const limits = { plain: [75, 35], slow: [300, 100] }[speed]
  return [first, again].map((values, index): Figure => {
    const { p50, p95 } = percentiles(values)
    const limit = limits[index]!
    const name = `${speed}: click to the next area's first rows, ${index === 0 ? 'first time' : 'again'}`
    return { name, unit: 'ms', ours: p50, p95, target: { text: `≤ ${limit}`, met: p50 <= limit } }
  })
}

/** Pages beside bare ones, all interleaved, at one speed. */
export async function measurePages(browser: Browser, url: string, state: StorageState, speed: Speed, runs: number): Promise<Figure[]> {
  const sets = await visitAll(browser, url, state, speed, runs)
  const at = (text: string) => `${speed}: ${text}`
  const requestsOf = (ours: 'login' | 'list', limit: number): Figure => {
    const value = median(sets[ours], 'requests')
    return { name: at(`${ours}, requests`), unit: 'count', ours: value, target: { text: `≤ ${limit}`, met: value <= limit } }
  }
  const sizes =
    speed === 'slow'
      ? []
      : [
          requestsOf('login', 5),
          compare(sets, at('login, bytes'), 'kB', 'kilobytes', ['login', 'menu'], 1),
          requestsOf('list', 12),
          compare(sets, at('first list, bytes'), 'kB', 'kilobytes', ['list', 'table'], 1.15),
          compare(sets, at('first list, JS heap'), 'MB', 'heapMegabytes', ['list', 'table'], 1.3),
        ]
  return [
    compare(sets, at('first paint of the login'), 'ms', 'firstPaint', ['login', 'empty'], 1.2),
    compare(sets, at('first paint of the list'), 'ms', 'firstPaint', ['list', 'empty'], 1.2),
    compare(sets, at('login usable'), 'ms', 'usable', ['login', 'menu'], 1),
    compare(sets, at('login usable, beside React alone'), 'ms', 'usable', ['login', 'react']),
    compare(sets, at('first list usable'), 'ms', 'usable', ['list', 'table'], 1),
    compare(sets, at('long tasks before that list'), 'ms', 'blocked', ['list', 'menu'], 1),
    ...sizes,
    ...(await routeChanges(browser, url, state, speed, runs)),
  ]
}
