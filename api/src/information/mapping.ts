import { information as resource } from '@adsite/contract'
import { information } from '../db/schema.ts'
import { informationScope, isPublished } from '../db/scope.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'

export const informationMapping = defineMapping({
  resource,
  table: information,
  scope: informationScope,
  derived: { being_published: isPublished },
})
