import { invitation } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { invitations } from '../db/schema.ts'
import { invitationScope } from '../db/scope.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'

export const invitationMapping = defineMapping({
  resource: invitation,
  table: invitations,
  scope: invitationScope,
  derived: {
    status: sql`case when ${invitations.status} = 'SENT' and ${invitations.expires_at} <= now() then 'EXPIRED' else ${invitations.status} end`,
    // Columns are qualified, because Drizzle omits table names when a query selects from one table.
    role: sql`(select kind::text from accounts where accounts.id = invitations.account_id)`,
  },
})
