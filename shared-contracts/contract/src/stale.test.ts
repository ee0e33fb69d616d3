import { expect, test } from 'vitest'
import { endpoints, servingBlockers, type Endpoint } from './index.ts'

const all = Object.entries(endpoints).flatMap(([group, calls]) =>
  Object.entries<Endpoint>(calls).map(([name, endpoint]) => ({ key: `${group}.${name}`, endpoint })),
)
const reads = all.filter(({ endpoint }) => endpoint.method === 'GET')

test('every call that writes declares what it makes stale, and no other does', () => {
  expect(all.filter(({ endpoint: { method, stale } }) => (method === 'GET') !== (stale === undefined)).map(({ key }) => key)).toEqual([])
})

test('what is made stale can be read', () => {
  const unread = all.flatMap(({ key, endpoint: { stale = [] } }) =>
    stale
      .filter((root) => !reads.some(({ endpoint }) => `${endpoint.path}/`.startsWith(`${root}/`)))
      .map((root) => `${key} declares ${root}, which no endpoint reads`),
  )
  expect(unread).toEqual([])
})

test('a write below the path of a resource makes the resource stale', () => {
  const lists = reads.filter(({ key }) => key.endsWith('.list')).map(({ endpoint }) => endpoint.path)
  const silent = all.flatMap(({ key, endpoint: { path, stale } }) => {
    const own = lists.filter((list) => `${path}/`.startsWith(`${list}/`)).toSorted((one, other) => other.length - one.length)[0]
    return stale === undefined || own === undefined || stale.some((root) => `${own}/`.startsWith(`${root}/`)) ? [] : [`${key}: ${own}`]
  })
  expect(silent).toEqual([
    'factor.challenge: /api/factor',
    'factor.startTotp: /api/factor',
    'factor.startPasskey: /api/factor',
    'invitation.check: /api/invitation',
    'invitation.accept: /api/invitation',
    'release.beacon: /api/release',
    'release.vital: /api/release',
    'release.page: /api/release',
    'single_sign_on.test: /api/single-sign-on',
  ])
})

test('a change of what decides about the status of an ad makes ads, campaigns and the dashboard stale', () => {
  const deciding = new Set(
    Object.values(servingBlockers).flatMap(({ status, route }) => (status === null ? [] : [route.replace(/[.].*/u, '')])),
  )
  // The creatives of a group decide.
  const groups = [...deciding].map((name) => (name === 'creative_group' ? 'creative' : name))
  expect(groups.toSorted()).toEqual(['ad', 'advertiser', 'campaign', 'company', 'creative', 'order'])
  const silent = all.flatMap(({ key, endpoint: { method, path, stale = [] } }) => {
    if (method === 'GET' || !groups.includes(key.split('.')[0]!) || !path.includes('{id}')) return []
    const missing = ['/api/ad', '/api/campaign', '/api/dashboard'].filter((read) => !stale.includes(read))
    return missing.length > 0 ? [`${key}: ${missing.join(', ')}`] : []
  })
  expect(silent).toEqual([])
})
