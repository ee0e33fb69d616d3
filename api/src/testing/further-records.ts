import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import type { Database } from '../db/connect.ts'
import { RequestError } from '../error/request-error.ts'
import { createRecord } from '../resource/write/write.ts'
import type { TenantFixture } from './fixtures.ts'
import { allMappings } from './mappings.ts'
import { sampleOf } from './sample.ts'
import { hasTenantRecord, tenantRecord } from './tenant-record.ts'

/** What to do about an error of making a record of the mapping in `file`. */
export function adviceOn(error: unknown, file: string): string {
  if (error instanceof RequestError) return `say in api/src/testing/sample.ts what it needs (${JSON.stringify(error.details)})`
  const { cause } = error instanceof DrizzleQueryError ? error : {}
  if (!(cause instanceof DatabaseError)) return String(error)
  const { code, column, message } = cause
  if (code === '23502') return `insertDefaults in api/src/${file} has to set ${column}, or api/src/testing/sample.ts gives it (${message})`
  if (code === '42P01' || code === '42703') return `make the migration with npm run db:generate -- --name NAME (${message})`
  return message
}

/** Creates a record of every resource that the tenant has none of yet, from what its fields need. */
export async function withFurther(db: Database, tenant: string, known: TenantFixture): Promise<TenantFixture> {
  const author = { account_id: known.accounts.admin, role: 'admin', user_id: known.users.admin, source: 'api' } as const
  let all = known
  for (const { file, mapping } of await allMappings()) {
    const { resource } = mapping
    if (hasTenantRecord(all, resource.name) || resource.permissions.create === null) continue
    const body = sampleOf(resource, (target) => tenantRecord(all, target), tenant)
    const id = await createRecord(db, author, mapping, body).catch((cause: unknown) => {
      throw new Error(`No ${resource.name} can be made of a sample: ${adviceOn(cause, file)}`, { cause })
    })
    all = { ...all, further: { ...all.further, [resource.name]: id } }
  }
  return all
}
