import { publisherGroup } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { publisherGroups } from '../db/schema.ts'
import { publisherGroupScope } from '../db/scope.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'
import { createGroupAccount, renameGroupAccount } from './account.ts'

export const publisherGroupMapping = defineMapping({
  resource: publisherGroup,
  table: publisherGroups,
  scope: publisherGroupScope,
  // Columns are qualified, because Drizzle omits table names when a query selects from one table.
  derived: { company_id: sql`(select company_id from accounts where accounts.id = publisher_groups.account_id)` },
  insertDefaults: async ({ name, company_id }, transaction, author) => {
    const id = await createGroupAccount(transaction, author, { name, company_id })
    return { account_id: sql`${id}` }
  },
  afterWrite: async (transaction, author, { name, account_id }) => {
    // A new group's account already has the name.
    if (account_id !== undefined) await renameGroupAccount(transaction, author, { name, account_id })
  },
})
