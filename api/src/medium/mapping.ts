import { medium } from '@adsite/contract'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { adWhitelist, articles, frames, media, revenueShares, spaces } from '../db/schema.ts'
import { belowPublisherGroupScope, mediumScope } from '../db/scope.ts'
import { nothingHangs } from '../resource/write/nothing-hangs.ts'
import { defineMapping, type Guard } from '../resource/mapping/resource-mapping.ts'

const spaceCount = sql`(select count(*) from spaces
  where spaces.publisher_group_id = media.publisher_group_id and spaces.medium_id = media.id and spaces.deleted_at is null)`

/** Running frames have to be stopped explicitly, with a reason, and never as a side effect. */
const nothingRuns: Guard<typeof medium> = async (db, _author, { id, publisher_group_id }) => {
  const running = await db
    .select({ id: frames.id })
    .from(frames)
    .innerJoin(spaces, and(eq(spaces.publisher_group_id, frames.publisher_group_id), eq(spaces.id, frames.space_id)))
    .where(
      and(
        eq(frames.publisher_group_id, publisher_group_id),
        eq(spaces.medium_id, id),
        eq(frames.status, 'RUNNING'),
        isNull(frames.deleted_at),
      ),
    )
  if (running.length === 0) return null
  return {
    ja: `稼働中の配信枠が${running.length}件あります。先に停止してください。`,
    en: `Delivery frames still running: ${running.length}. Stop them first.`,
  }
}

export const mediumMapping = defineMapping({
  resource: medium,
  table: media,
  scope: (caller) => belowPublisherGroupScope(caller, media.publisher_group_id),
  referred: { scope: mediumScope, current: ne(media.status, 'ARCHIVED') },
  derived: { space_count: spaceCount },
  guards: {
    archive: nothingRuns,
    delete: nothingHangs(
      { table: spaces, column: spaces.medium_id, label: { ja: '広告枠', en: 'ad spaces' } },
      { table: articles, column: articles.medium_id, label: { ja: '記事', en: 'articles' } },
      { table: adWhitelist, column: adWhitelist.medium_id, label: { ja: 'ホワイトリスト', en: 'whitelist entries' } },
      { table: revenueShares, column: revenueShares.medium_id, label: { ja: 'レベニューシェア', en: 'revenue shares' } },
    ),
  },
  insertDefaults: ({ publisher_id }) => ({
    publisher_group_id: sql`(select publisher_group_id from publishers where id = ${publisher_id})`,
  }),
})
