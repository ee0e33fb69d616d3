import { securityEvent } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { securityEvents } from '../db/schema.ts'
import type { ResourceMapping } from '../resource/mapping/resource-mapping.ts'

/** The administrator's alone (contract `permissions`), and then all of it. */
export const securityEventMapping: ResourceMapping = {
  resource: securityEvent,
  table: securityEvents,
  scope: ({ role }) => (role === 'admin' ? sql`true` : sql`false`),
}
