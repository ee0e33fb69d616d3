import type { Role } from '@adsite/contract'
import { listedParent, parentRoute } from '@adsite/remote/navigation'
import { expect, test } from 'vitest'
import { sampleRoutes, samplePointers } from '../testing/sample-pointers.ts'
import { accessTo, areaOfPath, findRoute } from './route-access.ts'

const pointers = samplePointers()

test.each([
  ['/ad/campaign', 'admin', 'allowed'],
  ['/ad/campaign', 'advertiser', 'denied'],
  ['/ad/campaign/12', 'advertiser', 'allowed'],
  ['/ad/campaign/12', 'pg', 'denied'],
  ['/ad/campaign/create', 'advertiser', 'denied'],
  ['/ad/campaign/create', 'admin', 'allowed'],
  ['/md/ad_space/3', 'ptd', 'allowed'],
  ['/op/company', 'ptd', 'denied'],
  ['/op/unheard', 'admin', 'unknown'],
  ['/xx/company', 'admin', 'unknown'],
  ['/ad', 'admin', 'unknown'],
  ['/constructor', 'admin', 'unknown'],
  ['/toString/1', 'pg', 'unknown'],
  ['/__proto__/a', 'admin', 'unknown'],
] as const)('%s as %s is %s', (path, role, access) => {
  expect(accessTo(pointers, role, path)).toBe(access)
})

test('without a role everything is denied', () => {
  expect(accessTo(pointers, null, '/ad/achievements')).toBe('denied')
})

test.each(['campaign.fly', 'constructor', '__proto__', ''])(
  'a permission that this shell does not know (%j) is granted to nobody',
  (permission) => {
    const [first] = sampleRoutes.ad!
    expect(accessTo(samplePointers({ ad: [{ ...first!, permission }] }), 'admin', first!.path)).toBe('denied')
  },
)

test('names the area of a path and the route above one', () => {
  expect(areaOfPath('/op/company/1')).toBe('op')
  expect(areaOfPath('/')).toBe('')
  const routes = sampleRoutes.op!
  const detail = findRoute(routes, '/op/company/7')!
  expect(detail.name).toBe('company.detail')
  expect(parentRoute(routes, detail)?.name).toBe('company.list')
  expect(parentRoute(routes, routes[0]!)).toBeNull()
  // A parameter with another name is the same segment; a literal segment is not a parameter.
  const [list, one, below, word] = ['/a/b', '/a/b/:id', '/a/b/:b_id/c/:id', '/a/b/next/:b_id'].map((path) => ({ path }))
  const all = [list!, one!, below!, word!]
  expect(parentRoute(all, below!)).toBe(one)
  expect(parentRoute(all, word!)).toBe(list)
})

test('the route above one is the variant for those who may not open it', () => {
  const route = (name: string, path: string, permission: string) => ({ name, path, permission })
  const list = route('campaign.list', '/ad/campaign', 'campaign.list')
  const own = route('campaign.list.own', '/ad/campaigns', 'campaign.list_own')
  const detail = route('campaign.detail', '/ad/campaign/:id', 'campaign.read')
  const above = (role: Role) => listedParent([list, own, detail], detail, role)
  expect([above('admin'), above('agency'), above('pg')]).toEqual([list, own, list])
  expect(listedParent([list, detail], detail, 'agency')).toBe(list)
  expect(listedParent([list, own], own, 'agency')).toBeNull()
  // Who may open both is led to the page itself.
  const everybodys = route('campaign.list.own', '/ad/campaigns', 'campaign.read')
  expect(listedParent([list, everybodys, detail], detail, 'admin')).toBe(list)
})
