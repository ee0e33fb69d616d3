import { securityEvent } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { securityEvents } from '../db/schema.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'

/** The administrator's alone (contract `permissions`), and then all of it. */
export const securityEventMapping = defineMapping({
  resource: securityEvent,
  table: securityEvents,
  scope: ({ role }) => (role === 'admin' ? sql`true` : sql`false`),
})
