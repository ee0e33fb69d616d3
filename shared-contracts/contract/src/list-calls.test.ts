import { expect, it } from 'vitest'
import { callAddress, callsOfList, campaign, endpoints, may, roles, visibleListMetrics, type Role } from './index.ts'

const addresses = (route: string, search: string, role: Role = 'admin') =>
  callsOfList(route, new URLSearchParams(search), role).map(({ endpoint, query }) => callAddress(endpoint, { query }))

it('are the saved views and the rows, as the URL of the list says', () => {
  expect(addresses('company.list', '')).toEqual(['/api/saved-view?resource=company', '/api/company'])
  expect(addresses('company.list', 'q=%E6%97%A5&sort=-name&after=x&view=3&nonsense=1')[1]).toBe(
    '/api/company?q=%E6%97%A5&sort=-name&after=x',
  )
  expect(addresses('company.list', 'sort=drop+table&limit=100000')[1]).toBe('/api/company')
  expect(addresses('campaign.list', 'columns=name,clicks')[1]).toBe('/api/campaign?figures=clicks')
  expect(addresses('campaign.list.own', '', 'advertiser')[0]).toBe('/api/saved-view?resource=campaign')
})

it('ask for no metric that the role does not receive', () => {
  const all = visibleListMetrics(campaign, 'admin')
  const asked = (role: Role) =>
    new URLSearchParams(addresses('campaign.list', `columns=${all.join()}`, role)[1]!.split('?')[1]).get('figures')?.split(',') ?? []
  expect(asked('admin')).toEqual(all)
  const readers = roles.map(({ key }) => key).filter((role) => may(role, campaign.permissions.list))
  expect(readers.length).toBeGreaterThan(1)
  for (const role of readers) expect(asked(role), role).toEqual(visibleListMetrics(campaign, role))
})

it('are none for a role that may not read the list, nor for what is no list', () => {
  expect(addresses('company.list', '', 'advertiser')).toEqual([])
  for (const route of [
    'company.detail',
    'company',
    '',
    'constructor.list',
    '__proto__.list',
    'session.list',
    'report.list',
    'company.listed',
  ]) {
    expect(addresses(route, ''), route).toEqual([])
  }
})

it('fill the parameters of a path, and leave out what is empty', () => {
  expect(callAddress(endpoints.campaign.get, { params: { id: '5/6' } })).toBe('/api/campaign/5%2F6')
  expect(callAddress(endpoints.campaign.list, { query: { q: '', sort: '-name', limit: undefined, after: null } })).toBe(
    '/api/campaign?sort=-name',
  )
})
