import type { Database } from '../db/connect.ts'
import { RequestError } from '../error/request-error.ts'
import { createRecord } from '../resource/write/write.ts'
import type { TenantFixture } from './fixtures.ts'
import { allMappings } from './mappings.ts'
import { sampleOf } from './sample.ts'
import { hasTenantRecord, tenantRecord } from './tenant-record.ts'

/** Creates a record of every resource that the tenant has none of yet, from what its fields need. */
export async function withFurther(db: Database, tenant: string, known: TenantFixture): Promise<TenantFixture> {
  const author = { account_id: known.accounts.admin, role: 'admin', user_id: known.users.admin, source: 'api' } as const
  let all = known
  for (const { mapping } of await allMappings()) {
    const { resource } = mapping
    if (hasTenantRecord(all, resource.name) || resource.permissions.create === null) continue
    const body = sampleOf(resource, (target) => tenantRecord(all, target), tenant)
    const id = await createRecord(db, author, mapping, body).catch((cause: unknown) => {
      const said = cause instanceof RequestError ? JSON.stringify(cause.details) : String(cause)
      throw new Error(`A sample of ${resource.name} is no valid record (${said}): say in api/src/testing/sample.ts what it needs`, {
        cause,
      })
    })
    all = { ...all, further: { ...all.further, [resource.name]: id } }
  }
  return all
}
