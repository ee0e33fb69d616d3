import { medium } from '@adsite/contract'
import { and, count, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { adWhitelist, articles, frames, media, revenueShares, spaces } from '../db/schema.ts'
import { belowPublisherGroupScope, mediumScope } from '../db/scope.ts'
import { nothingHangs } from '../resource/write/nothing-hangs.ts'
import { defineMapping, type Guard } from '../resource/mapping/resource-mapping.ts'

const spaceCount = sql`(select count(*) from spaces
  where spaces.publisher_group_id = media.publisher_group_id and spaces.medium_id = media.id and spaces.deleted_at is null)`

/** Running frames have to be stopped explicitly, with a reason, and never as a side effect. */
const nothingRuns: Guard<typeof medium> = async (db, _author, records) => {
  const groups = new Set(records.map(({ publisher_group_id }) => publisher_group_id))
  const rows = await db
    .select({ id: spaces.medium_id, count: count() })
    .from(frames)
    .innerJoin(spaces, and(eq(spaces.publisher_group_id, frames.publisher_group_id), eq(spaces.id, frames.space_id)))
    .where(
      and(
        inArray(frames.publisher_group_id, [...groups]),
        inArray(
          spaces.medium_id,
          records.map(({ id }) => id),
        ),
        eq(frames.status, 'RUNNING'),
        isNull(frames.deleted_at),
      ),
    )
    .groupBy(spaces.medium_id)
  const running = new Map(rows.map((row) => [row.id, row.count]))
  return {
    of({ id }) {
      const own = running.get(id)
      if (own === undefined) return null
      return {
        ja: `稼働中の配信枠が${own}件あります。先に停止してください。`,
        en: `Delivery frames still running: ${own}. Stop them first.`,
      }
    },
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
