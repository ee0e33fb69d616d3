import type { FrameChoice } from '@adsite/contract'
import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { frames, media, spaces } from '../db/schema.ts'
import type { Caller } from '../db/scope.ts'
import { containsWords, idList } from '../resource/search/targets.ts'
import { frameMapping } from './mapping.ts'

const limit = 50

interface Wanted {
  readonly q?: string | undefined
  readonly ids?: string | undefined
  readonly space_id?: string | undefined
}

/** Lists frames to choose from (/api/frame/list, spec/api "Paths") with their space and medium, within the caller's scope. */
export async function chooseFrames(db: Database, caller: Caller, { q, ids, space_id }: Wanted): Promise<{ data: FrameChoice[] }> {
  const rows = await db
    .select({ frame: frames, space: spaces.name, medium_id: media.id, medium: media.name })
    .from(frames)
    .innerJoin(spaces, and(eq(spaces.publisher_group_id, frames.publisher_group_id), eq(spaces.id, frames.space_id)))
    .innerJoin(media, and(eq(media.publisher_group_id, spaces.publisher_group_id), eq(media.id, spaces.medium_id)))
    .where(
      and(
        frameMapping.scope(caller),
        isNull(frames.deleted_at),
        q ? containsWords(frames.name_norm, q) : undefined,
        ids ? inArray(frames.id, idList(ids)) : ne(frames.status, 'ARCHIVED'),
        space_id ? eq(frames.space_id, Number(space_id)) : undefined,
      ),
    )
    .orderBy(asc(frames.name), asc(frames.id))
    .limit(ids ? idList(ids).length : limit)
  return {
    data: rows.map(({ frame: { id, name, code, width, height, status, space_id: place }, space, medium, medium_id }) => ({
      id,
      name,
      code,
      width,
      height,
      status,
      space: { id: place, name: space },
      medium: { id: medium_id, name: medium },
    })),
  }
}
