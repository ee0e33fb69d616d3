import { expect, test } from 'vitest'
import { endpoints, referenceEndpoint, referenceEndpoints, type Endpoint } from '../index.ts'
import { allResources } from '../testing/resources.ts'

test('every reference of a resource has a select list to choose from', () => {
  const lists = allResources.flatMap(({ fields }) =>
    Object.values(fields).flatMap(({ target, chosenFrom }) => (target === undefined ? [] : [chosenFrom ?? target])),
  )
  expect(lists).toEqual(expect.arrayContaining(['advertiser', 'creative_group', 'shown_creative']))
  for (const list of lists) expect(referenceEndpoint(list).path).toMatch(/\/select_list$/u)
})

test('a select list is declared here as it is in src/endpoints.ts', () => {
  const groups: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = endpoints
  for (const [target, { path, permission }] of Object.entries(referenceEndpoints))
    expect(groups[target]?.['select'], `the select list of ${target} in src/endpoints.ts`).toMatchObject({ path, permission })
})

test('a target without a select list is named', () => {
  expect(() => referenceEndpoint('moon')).toThrow('"moon"')
})
