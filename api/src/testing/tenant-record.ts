import type { Role } from '@adsite/contract'
import type { TenantFixture } from './fixtures.ts'

const snakeCase = (name: string) => name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)

/**
 * The id of a tenant's record, by the name of its resource, of its group of endpoints, or of what a reference leads to.
 * `role` chooses among invitations, which each side has its own of.
 * @throws if the fixtures hold no such record
 */
export function tenantRecord(tenant: TenantFixture, name: string, role?: Role): number {
  const { accounts, users, invitations } = tenant
  const ids: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(Object.entries(tenant).map(([key, id]) => [snakeCase(key), id])),
    ...accounts,
    ...Object.fromEntries(Object.entries(users).map(([kind, id]) => [`${kind}_user`, id])),
    account: accounts.pg,
    invitation: invitations[role === 'ptd' ? 'ptd' : 'pg'],
    shown_creative: tenant.creative,
  }
  const id = ids[name]
  if (typeof id !== 'number') throw new Error(`No ${name} of each tenant is known: insert one in api/src/testing/fixtures.ts`)
  return id
}
