import { sourceFrame } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { sourceFrames } from '../db/schema.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'

export const sourceFrameMapping = defineMapping({
  resource: sourceFrame,
  table: sourceFrames,
  scope: ({ role }) => (role === 'admin' ? sql`true` : sql`false`),
  unique: { source_frames_once: 'name' },
})
