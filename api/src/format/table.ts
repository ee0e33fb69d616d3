import { format } from '@adsite/contract'
import { formats } from '../db/schema.ts'
import { formatScope } from '../db/scope.ts'
import type { ResourceTable } from '../resource/resource-table.ts'

export const formatTable: ResourceTable = { resource: format, table: formats, scope: formatScope }
