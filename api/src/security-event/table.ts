import { securityEvent } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { securityEvents } from '../db/schema.ts'
import type { ResourceTable } from '../resource/mapping/resource-table.ts'

/** The administrator's alone (contract `permissions`), and then all of it. */
export const securityEventTable: ResourceTable = {
  resource: securityEvent,
  table: securityEvents,
  scope: ({ role }) => (role === 'admin' ? sql`true` : sql`false`),
}
