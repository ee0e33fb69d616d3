import type { Role } from '@adsite/contract'
import type { TenantFixture } from './fixtures.ts'

const snakeCase = (name: string) => name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)

function recordsOf({ accounts, users, invitations, further, ...records }: TenantFixture, role?: Role): Readonly<Record<string, number>> {
  return {
    ...Object.fromEntries(Object.entries(records).map(([key, id]) => [snakeCase(key), id])),
    ...further,
    ...accounts,
    ...Object.fromEntries(Object.entries(users).map(([kind, id]) => [`${kind}_user`, id])),
    account: accounts.pg,
    invitation: invitations[role === 'ptd' ? 'ptd' : 'pg'],
    shown_creative: records.creative,
  }
}

export const hasTenantRecord = (tenant: TenantFixture, name: string): boolean => Object.hasOwn(recordsOf(tenant), name)

/**
 * The id of a tenant's record, by the name of its resource, of its group of endpoints, or of what a reference leads to.
 * `role` chooses among invitations, which each side has its own of.
 * @throws if the fixtures hold no such record
 */
export function tenantRecord(tenant: TenantFixture, name: string, role?: Role): number {
  const id = recordsOf(tenant, role)[name]
  if (id === undefined) throw new Error(`No ${name} of each tenant is known: insert one in api/src/testing/fixtures.ts`)
  return id
}
