import { company } from '@adsite/contract'
import { companies } from '../db/schema.ts'
import { companyScope } from '../db/scope.ts'
import { companyEvents } from '../notification/events.ts'
import type { ResourceTable } from '../resource/resource-table.ts'

export const companyTable: ResourceTable = {
  resource: company,
  table: companies,
  scope: companyScope,
  events: companyEvents,
  unique: { companies_corporate_number: 'corporate_number' },
}
