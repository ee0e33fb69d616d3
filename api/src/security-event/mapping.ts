import { securityEvent } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { securityEvents } from '../db/schema.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'

/** Visible to the administrator only (contract `permissions`), and then in full. */
export const securityEventMapping = defineMapping({
  resource: securityEvent,
  table: securityEvents,
  scope: ({ role }) => (role === 'admin' ? sql`true` : sql`false`),
})
