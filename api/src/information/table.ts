import { information as resource } from '@adsite/contract'
import { information } from '../db/schema.ts'
import { informationScope, isPublished } from '../db/scope.ts'
import type { ResourceTable } from '../resource/mapping/resource-table.ts'

export const informationTable: ResourceTable = {
  resource,
  table: information,
  scope: informationScope,
  derived: { being_published: isPublished },
}
