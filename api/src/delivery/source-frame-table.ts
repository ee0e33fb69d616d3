import { sourceFrame } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { sourceFrames } from '../db/schema.ts'
import type { ResourceTable } from '../resource/mapping/resource-table.ts'

export const sourceFrameTable: ResourceTable = {
  resource: sourceFrame,
  table: sourceFrames,
  scope: ({ role }) => (role === 'admin' ? sql`true` : sql`false`),
  unique: { source_frames_once: 'name' },
}
