import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { listHeadsAt, roleCode, roles, type AnsweredList, type Role, type SavedView, type SessionData } from '@adsite/contract'
import type { Area } from '@adsite/remote'
import type { RegistryPointers } from '@adsite/remote/release-format'
import { beforeAll, expect, test } from 'vitest'
import { areasOf, root } from '../../remotes.ts'
import { frameRows } from './frame-rows.ts'
import { frameView, loginView } from './frame-view.ts'

/** As released, so far as menus and breadcrumbs are concerned. */
let pointers: RegistryPointers
beforeAll(async () => {
  const remotes = await Promise.all(
    areasOf(root).map(async (name) => {
      const { area }: { area: Area } = await import(pathToFileURL(join(root, `remote-${name}/src/area.ts`)).href)
      return [name, { rev: 1, stable: { manifest: area }, canary: null, lastKnownGood: [], bad: [] }] as const
    }),
  )
  pointers = { channel: 'stable', remotes: Object.fromEntries(remotes) } as unknown as RegistryPointers
})

function sessionOf(role: Role, change: Partial<SessionData> = {}) {
  const account = { account_id: 3, name: '<b>会社</b>', role: roleCode(role), is_default: true }
  const user = { id: 1, name: '利用者', email: 'user@example.test', locale: 'ja' as const }
  const session: SessionData = { user, accounts: [account], using_account_id: 3, ...change }
  return { session, used: { account, role } }
}

function viewAt(
  address: string,
  route: string | null,
  role: Role,
  { language = 'ja' as 'ja' | 'en', ...change }: Partial<SessionData> & { language?: 'ja' | 'en' } = {},
) {
  const { session, used } = sessionOf(role, change)
  return frameView(session, used, { url: new URL(address, 'http://site.test'), route, pointers }, language)
}

/** The areas of a view, by their icons. */
const areas = (role: Role) => {
  const icons = Object.fromEntries(Object.entries(pointers.remotes).map(([name, { stable }]) => [stable.manifest.icon, name]))
  return viewAt('/', null, role)!.areas.map(({ icon }) => icons[icon])
}

test('each role sees the areas of its menu', () => {
  expect(Object.fromEntries(roles.map(({ key }) => [key, areas(key)]))).toEqual({
    admin: ['ad', 'md', 'op'],
    advertiser: ['ad'],
    agency: ['ad'],
    rep: ['ad'],
    ptd: ['md', 'op'],
    pg: ['md', 'op'],
  })
})

test('a list: its place, its title and the heads that it shows to the role, in the language of the page', () => {
  const view = viewAt('/op/company?sort=-name', 'company.list', 'admin')!
  expect(view).toMatchObject({
    language: { ja: true },
    page: {},
    account: '<b>会社</b>',
    releases: true,
    route: { above: [{ title: '運用管理', link: false }], title: '企業一覧', heading: true },
  })
  expect(view.areas.map(({ current }) => current)).toEqual([false, false, true])
  const told = listHeadsAt('company.list', new URLSearchParams('sort=-name'), 'admin', 'ja')!
  expect(view.list!.heads.map(({ label, width }) => ({ label, width }))).toEqual(told.heads.map(({ label, width }) => ({ label, width })))
  expect(view.list!.heads.find(({ sort }) => sort?.down)?.edge).toBe(true)
  const english = viewAt('/ad/campaigns', 'campaign.list.own', 'advertiser', { language: 'en' })!
  expect([english.language, english.route?.above, english.releases]).toEqual([{ en: true }, [{ title: 'Advertising', link: false }], false])
  expect(english.list!.heads.map(({ label }) => label)).toEqual(
    listHeadsAt('campaign.list.own', new URLSearchParams(), 'advertiser', 'en')!.heads.map(({ label }) => label),
  )
})

test('a record: its place below the list that the role may open, without a title', () => {
  const above = (role: Role) => viewAt('/ad/campaign/5', 'campaign.detail', role)!.route?.above.map(({ title, link }) => [title, link])
  expect(above('admin')).toEqual([
    ['広告管理', false],
    ['キャンペーン一覧', true],
  ])
  expect(above('advertiser')?.[1]).toEqual([expect.stringMatching(/キャンペーン/u), true])
  expect(viewAt('/ad/campaign/5', 'campaign.detail', 'admin')).toMatchObject({ route: { heading: false }, list: null })
})

test('a page that the role may not open, one that does not exist and one of the shell have neither place nor heads', () => {
  expect(viewAt('/op/company', 'company.list', 'advertiser')).toMatchObject({ route: null, list: null, page: {} })
  expect(viewAt('/op/nothing', null, 'admin')).toMatchObject({ route: null, list: null })
  expect(viewAt('/', null, 'admin')?.page).toEqual({ home: true })
  expect(viewAt('/account', null, 'admin')?.page).toEqual({ account: true })
})

test('there is none where the shell draws banners', () => {
  const viewing = { id: 1, reason: 'test', ends_at: '2026-01-01T00:00:00Z' }
  for (const change of [{ viewing }, { factor_due: '2026-01-01' }, { factor_reset_due: '2026-01-01T00:00:00Z' }]) {
    expect(viewAt('/op/company', 'company.list', 'admin', change)).toBeNull()
  }
  expect(viewAt('/op/company', 'company.list', 'admin', { factor_due: null, factor_reset_due: null })).not.toBeNull()
})

test('the login says why where the address asks for it, and offers passkeys where hosts can have them', () => {
  const pageAt = (address: string, https = false) => Object.keys(loginView(new URL(address), https, 'en').page)
  expect(pageAt('http://localhost:8080/auth/login')).toEqual(['auth', 'login', 'passkeys'])
  expect(pageAt('http://127.0.0.1:8080/auth/login?error=unauthorized')).toEqual(['auth', 'login', 'unauthorized'])
  expect(pageAt('http://ads.example/auth/login?error=other')).toEqual(['auth', 'login'])
  expect(pageAt('http://ads.example/auth/login', true)).toEqual(['auth', 'login', 'passkeys'])
  expect(pageAt('http://[::1]/auth/login', true)).toEqual(['auth', 'login'])
})

/** The rows at an address, of as many campaigns of advertiser 9; without an answer of the API they are of one that has none. */
function rowsAt(address: string, route: string | null, role: Role, { count = 1, views = [] as SavedView[] } = {}) {
  const campaign = {
    name: '秋の新商品',
    advertiser_account_id: 9,

    refs: { advertiser_account_id: '<b>会社</b>' },
    figures: { gross: null },
  }
  const records = Array.from({ length: count }, (_, at) => ({ ...campaign, id: at + 1 })) as unknown as AnsweredList['records']
  const { used } = sessionOf(role)
  return frameRows(
    { views: { data: views }, list: { data: records } },
    used,
    { url: new URL(address, 'http://site.test'), route, pointers },
    'ja',
  )
}

test('the first rows of a list, twenty at most, in its columns', () => {
  const rows = rowsAt('/ad/campaign?columns=name,gross', 'campaign.list', 'admin', { count: 50 })!
  expect([rows.choosing, rows.rows.length]).toEqual([true, 20])
  const none = { edge: false, figure: false, link: false, muted: false, text: '', tail: '', tags: [], meter: null }
  expect(rows.rows[0]!.cells).toEqual([
    { ...none, edge: true, link: true, text: '秋の新商品' },
    { ...none, figure: true, text: '—' },
  ])
})

test('names are links where the role may open their records', () => {
  const linked = (role: Role, route: string) =>
    rowsAt('/ad/campaign?columns=name,advertiser_account_id', route, role)!.rows[0]!.cells.map(({ text, link }) => [text, link])
  expect(linked('admin', 'campaign.list')).toEqual([
    ['秋の新商品', true],
    ['<b>会社</b>', true],
  ])
  expect(linked('agency', 'campaign.list.own')).toEqual([
    ['秋の新商品', true],
    ['<b>会社</b>', false],
  ])
})

test('the variant of a page for its own role counts as well', () => {
  const [[frame] = []] = [rowsAt('/op/delivery_frame?columns=name', 'frame.list.own', 'ptd')?.rows.map(({ cells }) => cells) ?? []]
  expect(frame?.[0]).toMatchObject({ text: '秋の新商品', link: true })
})

test('there are none without a list that the role may read, without records, and where a saved view opens', () => {
  expect(rowsAt('/', null, 'admin')).toBeNull()
  expect(rowsAt('/op/company', 'company.list', 'advertiser')).toBeNull()
  expect(rowsAt('/ad/campaign', 'campaign.list', 'admin', { count: 0 })!.rows).toEqual([])
  const views = [{ is_default: true } as SavedView]
  expect(rowsAt('/ad/campaign', 'campaign.list', 'admin', { views })).toBeNull()
  expect(rowsAt('/ad/campaign?view=0', 'campaign.list', 'admin', { views })?.rows).toHaveLength(1)
})
