import { expect, test } from 'vitest'
import { exportEndpoint, inFileLink, outOfFileLink, selectionParameters } from '../index.ts'
import { allResources } from '../testing/resources.ts'

const own = ['format', 'encoding', 'columns', 'locale', 'account_id']
const entriesOf = (schema: unknown) => Object.keys((schema as { entries: object }).entries)

test('a filter whose name a link to a file has for itself has another one there', () => {
  expect(inFileLink({ account_id: '9', locale: 'en', status: 'ACTIVE' })).toEqual({
    filter_account_id: '9',
    filter_locale: 'en',
    status: 'ACTIVE',
  })
  expect(outOfFileLink({ account_id: '1', locale: 'ja', format: 'csv', filter_account_id: '9', status: 'ACTIVE', sort: 'name' })).toEqual({
    account_id: '9',
    status: 'ACTIVE',
    sort: 'name',
  })
})

test('every filter of a list narrows its file, too, and none is what the link says of the page', () => {
  const colliding = allResources.filter((resource) => own.some((name) => name in selectionParameters(resource)))
  expect(colliding.map(({ path }) => path)).toEqual(expect.arrayContaining(['/api/account/pg', '/api/user/pg']))
  for (const resource of allResources) {
    const selection = Object.fromEntries(Object.keys(selectionParameters(resource)).map((name) => [name, name]))
    const link = inFileLink(selection)
    expect(own.filter((name) => name in link)).toEqual([])
    expect(outOfFileLink(link)).toEqual(selection)
    expect(entriesOf(exportEndpoint(resource).query)).toEqual(expect.arrayContaining([...Object.keys(link), ...own]))
  }
})
