import { frame } from '@adsite/contract'
import { and, eq, sql } from 'drizzle-orm'
import { frames, media } from '../db/schema.ts'
import { belowPublisherGroupScope } from '../db/scope.ts'
import { frameEvents } from '../notification/events.ts'
import type { Guard, ResourceTable } from '../resource/resource-table.ts'

const mediumId = sql`(select spaces.medium_id from spaces
  where spaces.publisher_group_id = frames.publisher_group_id and spaces.id = frames.space_id)`

/** Delivery begins, and begins again, only on a medium that is active (DOMAIN "frame"). */
const mediumIsActive: Guard = async (db, _, { publisher_group_id, medium_id }) => {
  const [medium] = await db
    .select({ name: media.name, status: media.status })
    .from(media)
    .where(and(eq(media.publisher_group_id, publisher_group_id as number), eq(media.id, medium_id as number)))
  if (medium?.status === 'ACTIVE') return null
  const name = medium?.name ?? ''
  return {
    ja: `媒体「${name}」が有効ではありません。先に媒体を有効にしてください。`,
    en: `Medium “${name}” is not active. Activate it first.`,
  }
}

export const frameTable: ResourceTable = {
  resource: frame,
  table: frames,
  scope: (caller) => belowPublisherGroupScope(caller, frames.publisher_group_id),
  derived: { medium_id: mediumId },
  inherited: ({ space_id }) => ({ publisher_group_id: sql`(select publisher_group_id from spaces where id = ${space_id})` }),
  guards: { start: mediumIsActive, restart: mediumIsActive },
  events: frameEvents,
  unique: { frames_code: 'code' },
}
