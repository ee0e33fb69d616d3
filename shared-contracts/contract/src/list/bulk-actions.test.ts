import { expect, test } from 'vitest'
import { bulkEndpoint, company, companyStates, type AnyResource } from '../index.ts'
import { bulkActionsOf } from './bulk-actions.ts'

const names = (resource: AnyResource, role: 'admin' | 'agency' | 'rep') =>
  bulkActionsOf(resource, bulkEndpoint(resource), role).map(({ name }) => name)

test('each action on many records needs its own permission, whoever may delete them', () => {
  const deleted: AnyResource = { ...company, permissions: { ...company.permissions, delete: 'session.use' }, states: companyStates }
  expect(names(deleted, 'admin').length).toBeGreaterThan(1)
  expect(names(deleted, 'rep')).toEqual(['delete'])
})
