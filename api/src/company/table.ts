import { company } from '@adsite/contract'
import { companies } from '../db/schema.ts'
import { companyScope } from '../db/scope.ts'
import type { ResourceTable } from '../resource/resource-table.ts'

export const companyTable: ResourceTable = {
  resource: company,
  table: companies,
  scope: companyScope,
  unique: { companies_corporate_number: 'corporate_number' },
}
