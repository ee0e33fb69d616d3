import { roles, type Role } from '@adsite/contract'
import { buildMenus, entriesOf, tidyDividers, type MenuItem } from '@adsite/remote/navigation'
import { createStore } from 'jotai'
import { describe, expect, test } from 'vitest'
import { sampleRoutes, samplePointers } from '../testing/sample-pointers.ts'
import { hideMenuAtom, openMenuAtom } from './menu-state.ts'

const drawn = (role: Role | null, routes = sampleRoutes) =>
  Object.fromEntries(
    buildMenus(samplePointers(routes), role).map(({ area, items }) => [
      area,
      items.map((item) => (item.kind === 'divider' ? '—' : item.name)),
    ]),
  )

describe('menus per role', () => {
  const expected: Readonly<Record<Role, object>> = {
    admin: {
      ad: ['campaign.list', 'campaign.create', '—', 'achievements'],
      md: ['space.list'],
      op: ['company.list', 'company.create'],
    },
    advertiser: { ad: ['achievements'] },
    agency: { ad: ['achievements'] },
    rep: { ad: ['achievements'] },
    ptd: { md: ['space.list'] },
    pg: { md: ['space.list'] },
  }
  test.each(roles.map(({ key }) => key))('%s', (role) => expect(drawn(role)).toEqual(expected[role]))

  test('nobody has none', () => expect(drawn(null)).toEqual({}))

  test('op needs more than one entry, ad and md one', () => {
    const single = { ad: [sampleRoutes.ad![0]!], md: [sampleRoutes.md![0]!], op: [sampleRoutes.op![0]!] }
    expect(Object.keys(drawn('admin', single))).toEqual(['ad', 'md'])
  })

  test('children stand below their parent, and for themselves where the role may not open it', () => {
    const [list, create, ...rest] = sampleRoutes.ad!
    const routes = { ...sampleRoutes, ad: [list!, { ...create!, menu: { icon: '', below: list!.name } }, ...rest] }
    const ad = (tree: typeof routes) => buildMenus(samplePointers(tree), 'admin').find(({ area }) => area === 'ad')!.items
    expect(ad(routes)[0]).toMatchObject({ name: list!.name, children: [{ name: create!.name, children: [] }] })
    expect(entriesOf(ad(routes)).map(({ name }) => name)).toEqual(['campaign.list', 'campaign.create', 'achievements'])
    expect(entriesOf(ad({ ...routes, ad: routes.ad.slice(1) })).map(({ name }) => name)).toEqual(['campaign.create', 'achievements'])
  })

  test('there are two levels: what stands below a child stands for itself', () => {
    const [list, create, ...rest] = sampleRoutes.ad!
    const below = { ...create!, name: 'campaign.copy', menu: { icon: '', below: create!.name } }
    const ad = [list!, { ...create!, menu: { icon: '', below: list!.name } }, below, ...rest]
    const { items } = buildMenus(samplePointers({ ...sampleRoutes, ad }), 'admin').find(({ area }) => area === 'ad')!
    expect(items[0]).toMatchObject({ children: [{ name: 'campaign.create', children: [] }] })
    const entries = items.flatMap((item) => (item.kind === 'entry' ? [[item.name, ...item.children.map(({ name }) => name)]] : []))
    expect(entries).toEqual([['campaign.list', 'campaign.create'], ['campaign.copy'], ['achievements']])
    expect(entriesOf(items).map(({ name }) => name)).toEqual(entries.flat())
  })

  test('an area that came later stands behind the others, with one entry too', () => {
    const crm = [{ ...sampleRoutes.md![0]!, name: 'crm.home', path: '/crm/home', permission: 'dashboard.read' as const }]
    expect(Object.keys(drawn('admin', { ...sampleRoutes, crm, aaa: crm }))).toEqual(['ad', 'md', 'op', 'aaa', 'crm'])
    expect(drawn('rep', { ...sampleRoutes, crm })).toMatchObject({ crm: ['crm.home'] })
  })

  test('an area without a release has no menu', () => {
    expect(Object.keys(drawn('admin', { op: sampleRoutes.op!, ad: sampleRoutes.ad! }))).toEqual(['ad', 'op'])
  })
})

describe('dividers', () => {
  const items = (picture: string): MenuItem[] =>
    [...picture].map((sign) =>
      sign === '—' ? { kind: 'divider' } : { kind: 'entry', name: sign, path: '/', title: { ja: sign, en: sign }, icon: '', children: [] },
    )
  const picture = (list: readonly MenuItem[]) => list.map((item) => (item.kind === 'divider' ? '—' : item.name)).join('')
  test.each([
    ['a—b', 'a—b'],
    ['a——b', 'a—b'],
    ['a———b—c', 'a—b—c'],
    ['—a', 'a'],
    ['——a', 'a'],
    ['a—', 'a'],
    ['a——', 'a'],
    ['—', ''],
    ['', ''],
  ])('%j is drawn as %j', (given, tidy) => expect(picture(tidyDividers(items(given)))).toBe(tidy))
})

test('one menu is open at a time, and hiding closes all (spec/site "Menu state")', () => {
  const store = createStore()
  store.set(openMenuAtom, 'ad')
  store.set(openMenuAtom, 'op')
  expect(store.get(openMenuAtom)).toBe('op')
  store.set(hideMenuAtom)
  expect(store.get(openMenuAtom)).toBeNull()
})
