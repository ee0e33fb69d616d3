import { setTimeout as wait } from 'node:timers/promises'
import { keysOf, required } from '@adsite/contract'
import type { Browser, Page as OpenPage } from '@playwright/test'
import { percentiles, type Figure } from '../base/figure.ts'
import { follow, openAgain, slowDown, visit, type Speed, type Visit } from './visit.ts'

type StorageState = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>

interface Page {
  readonly url: string
  readonly path: string
  readonly selector: string
  readonly options?: { readonly storageState: StorageState }
}

/** The pages to visit, with the selector that shows that each is usable. */
const bare = {
  empty: { path: '/bare/empty', selector: '#root' },
  react: { path: '/bare/react', selector: '.ready' },
  menu: { path: '/bare/menu', selector: '.ant-menu-item' },
  table: { path: '/bare/table', selector: 'tr.ant-table-row' },
} as const
const login = { path: '/auth/login', selector: 'form button[type=submit]' }
const list = { path: '/op/company', selector: 'main tr[data-chosen]' }

/** A site to visit: its address, and the storage state of a signed-in browser. */
export interface Signed {
  readonly url: string
  readonly state: StorageState
}

/** Signs in through the form, and returns the browser's storage state. */
export async function signedIn(browser: Browser, url: string): Promise<Signed> {
  const context = await browser.newContext({ baseURL: url, locale: 'ja-JP' })
  const page = await context.newPage()
  await page.goto(login.path)
  await page.getByLabel('メールアドレス').fill('admin@demo.example')
  await page.getByLabel('パスワード', { exact: true }).fill('Demo-2026-adsite')
  await page.getByRole('button', { name: 'ログイン' }).click()
  await page.getByRole('navigation', { name: 'メインメニュー' }).waitFor()
  const state = await context.storageState({ indexedDB: true })
  await context.close()
  return { url, state }
}

const median = (visits: readonly Visit[], key: keyof Visit) => percentiles(visits.map((each) => each[key])).p50

export interface Sites {
  readonly ours: Signed
  readonly monolith: Signed
}

const besides = {
  empty: 'B0 empty page',
  react: 'R React alone',
  menu: 'B1 antd layout and menu',
  table: 'B2 one antd table',
  monolithLogin: 'lazily split monolith',
  monolithList: 'lazily split monolith',
} as const
type Beside = keyof typeof besides
type Sets = Record<Beside | 'login' | 'list', Visit[]>

async function visitAll(browser: Browser, { ours, monolith }: Sites, speed: Speed, runs: number): Promise<Sets> {
  const sets: Sets = { empty: [], react: [], menu: [], table: [], login: [], monolithLogin: [], list: [], monolithList: [] }
  const pages = {
    ...Object.fromEntries(Object.entries(bare).map(([name, page]) => [name, { ...page, url: ours.url }])),
    login: { ...login, url: ours.url },
    monolithLogin: { ...login, url: monolith.url },
    list: { ...list, url: ours.url, options: { storageState: ours.state } },
    monolithList: { ...list, url: monolith.url, options: { storageState: monolith.state } },
  }
  for (let run = 0; run < runs; run += 1) {
    for (const name of keysOf(pages)) {
      const page: Page = pages[name]
      sets[name].push(await visit(browser, page.url + page.path, page.selector, speed, page.options ?? {}))
    }
  }
  return sets
}

/** One figure of a page beside another one; `limit` is the maximum ratio. */
function compare(
  sets: Sets,
  name: string,
  unit: Figure['unit'],
  key: keyof Visit,
  [ours, theirs]: readonly ['login' | 'list', Beside],
  limit?: number,
): Figure {
  const [mine, other] = [median(sets[ours], key), median(sets[theirs], key)]
  return {
    name,
    unit,
    ours: mine,
    p95: percentiles(sets[ours].map((each) => each[key])).p95,
    beside: { what: besides[theirs], value: other },
    ...(limit === undefined ? {} : { target: { text: `${limit} ×`, met: mine <= limit * other } }),
  }
}

/** How long somebody reads a list before the next click (milliseconds); by then the page has read the other areas' files. */
const read = 10_000

/** Calls `use` with a page that shows the list, after a time in milliseconds. */
async function onList<T>(
  browser: Browser,
  { url, state }: Signed,
  speed: Speed,
  after: number,
  use: (page: OpenPage) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ baseURL: url, locale: 'ja-JP', storageState: state })
  try {
    const page = await context.newPage()
    await slowDown(await context.newCDPSession(page), speed)
    await page.goto(list.path)
    await page.locator(list.selector).first().waitFor({ timeout: 60_000 })
    await wait(after)
    return await use(page)
  } finally {
    await context.close()
  }
}

const toCampaigns = (page: OpenPage) => follow(page, '広告管理', 'キャンペーン一覧')

/** Milliseconds from a click to the first rows of the next area: at once, again, and for the first time on a page that was read. */
async function clicksOn(browser: Browser, signed: Signed, speed: Speed): Promise<readonly [first: number, again: number, read: number]> {
  const [first, again] = await onList(browser, signed, speed, 0, async (page) => {
    const before = await toCampaigns(page)
    await follow(page, '運用管理', '企業一覧')
    return [before, await toCampaigns(page)] as const
  })
  return [first, again, await onList(browser, signed, speed, read, toCampaigns)]
}

async function routeChanges(browser: Browser, { ours, monolith }: Sites, speed: Speed, runs: number): Promise<Figure[]> {
  const mine: (readonly number[])[] = []
  const theirs: (readonly number[])[] = []
  for (let run = 0; run < runs; run += 1) {
    mine.push(await clicksOn(browser, ours, speed))
    theirs.push(await clicksOn(browser, monolith, speed))
  }
  const timeAt = (times: readonly number[], index: number) => required(times[index], 'the time of a click')
  const limits = { plain: [75, 35, 75], slow: [300, 100, 300] }[speed]
  return (['first time, at once', 'again', `first time, after ${read / 1000} s`] as const).map((which, index): Figure => {
    const { p50, p95 } = percentiles(mine.map((times) => timeAt(times, index)))
    const other = percentiles(theirs.map((times) => timeAt(times, index)))
    const limit = required(limits[index], 'the limit of a click')
    return {
      name: `${speed}: click to the next area's first rows, ${which}`,
      unit: 'ms',
      ours: p50,
      p95,
      beside: { what: besides.monolithList, value: other.p50, p95: other.p95 },
      target: { text: `≤ ${limit}`, met: p50 <= limit },
    }
  })
}

/** Milliseconds until the list is on show and usable in a new tab, with its code in the browser's cache. */
async function openedAgain(browser: Browser, { ours, monolith }: Sites, speed: Speed, runs: number): Promise<Figure[]> {
  type Opened = Awaited<ReturnType<typeof openAgain>>
  const opened: { ours: Opened[]; monolith: Opened[] } = { ours: [], monolith: [] }
  for (let run = 0; run < runs; run += 1) {
    for (const [name, { url, state }] of [
      ['ours', ours],
      ['monolith', monolith],
    ] as const)
      opened[name].push(await openAgain(browser, url + list.path, list.selector, speed, { storageState: state }))
  }
  const limit = { plain: 250, slow: 700 }[speed]
  const figureOf = (name: string, key: keyof Opened): Figure => {
    const { p50, p95 } = percentiles(opened.ours.map((times) => times[key]))
    const other = percentiles(opened.monolith.map((times) => times[key]))
    return {
      name: `${speed}: ${name}`,
      unit: 'ms',
      ours: p50,
      p95,
      beside: { what: besides.monolithList, value: other.p50, p95: other.p95 },
      target: { text: `≤ ${limit}`, met: p50 <= limit },
    }
  }
  return [
    figureOf('rows of a list opened again on show, code in the cache', 'onShow'),
    figureOf('list opened again, code in the cache', 'usable'),
  ]
}

/** The first text of the list on show, beside the first pixel of an empty page. */
function contentBesideEmpty(sets: Sets, speed: Speed): Figure {
  const { p50, p95 } = percentiles(sets.list.map(({ firstContent }) => firstContent))
  const value = median(sets.empty, 'firstPaint')
  const limit = { plain: 1.5, slow: 1.3 }[speed]
  return {
    name: `${speed}: first content of the list`,
    unit: 'ms',
    ours: p50,
    p95,
    beside: { what: besides.empty, value },
    target: { text: `${limit} ×`, met: p50 <= limit * value },
  }
}

/** Measures pages beside bare ones and the monolith's, interleaved, at one speed. */
export async function measurePages(browser: Browser, sites: Sites, speed: Speed, runs: number): Promise<Figure[]> {
  const sets = await visitAll(browser, sites, speed, runs)
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
          compare(sets, at('login, bytes, beside the monolith'), 'kB', 'kilobytes', ['login', 'monolithLogin'], 1.02),
          requestsOf('list', 12),
          compare(sets, at('first list, bytes'), 'kB', 'kilobytes', ['list', 'table'], 1.15),
          compare(sets, at('first list, bytes, beside the monolith'), 'kB', 'kilobytes', ['list', 'monolithList'], 1.05),
          compare(sets, at('first list, JS heap'), 'MB', 'heapMegabytes', ['list', 'table'], 1.3),
          compare(sets, at('first list, JS heap, beside the monolith'), 'MB', 'heapMegabytes', ['list', 'monolithList']),
        ]
  return [
    compare(sets, at('first paint of the login'), 'ms', 'firstPaint', ['login', 'empty'], 1.2),
    compare(sets, at('first paint of the list'), 'ms', 'firstPaint', ['list', 'empty'], 1.2),
    contentBesideEmpty(sets, speed),
    compare(sets, at('login can be typed into'), 'ms', 'onShow', ['login', 'menu'], 0.7),
    compare(sets, at('login usable'), 'ms', 'usable', ['login', 'menu'], 1),
    compare(sets, at('login usable, beside React alone'), 'ms', 'usable', ['login', 'react']),
    compare(sets, at('login usable, beside the monolith'), 'ms', 'usable', ['login', 'monolithLogin'], 1.02),
    compare(sets, at('first rows on show'), 'ms', 'onShow', ['list', 'table'], 1),
    compare(sets, at('first list usable'), 'ms', 'usable', ['list', 'table'], 1),
    compare(sets, at('first list usable, beside the monolith'), 'ms', 'usable', ['list', 'monolithList'], 1.05),
    compare(sets, at('long tasks before that list'), 'ms', 'blocked', ['list', 'menu'], 1),
    compare(sets, at('long tasks before that list, beside the monolith'), 'ms', 'blocked', ['list', 'monolithList']),
    ...sizes,
    ...(await openedAgain(browser, sites, speed, runs)),
    ...(await routeChanges(browser, sites, speed, runs)),
  ]
}
