import { frame, message, type Text } from '@adsite/contract'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { creativeRevisions, creatives, formats, frames, media, spaces } from '../db/schema.ts'
import { belowPublisherGroupScope } from '../db/scope.ts'
import { frameEvents } from '../notification/events.ts'
import { defineMapping, type Guard, type ResourceMapping, type StoredRecord } from '../resource/mapping/resource-mapping.ts'

const mediumId = sql`(select spaces.medium_id from spaces
  where spaces.publisher_group_id = frames.publisher_group_id and spaces.id = frames.space_id)`

const mediumOf = ({ publisher_group_id, medium_id }: StoredRecord<typeof frame>) =>
  and(eq(media.publisher_group_id, publisher_group_id), eq(media.id, medium_id))

const spaceOf = ({ publisher_group_id, space_id }: StoredRecord<typeof frame>) =>
  and(eq(spaces.publisher_group_id, publisher_group_id), eq(spaces.id, space_id))

/** Who archives a medium locks it as well, and looks for running frames then. */
async function lockPlace(transaction: Database, record: StoredRecord<typeof frame>): Promise<void> {
  await transaction.select({ id: media.id }).from(media).where(mediumOf(record)).for('share')
  await transaction.select({ id: spaces.id }).from(spaces).where(spaceOf(record)).for('share')
}

const notActive = (kind: Text, name: string): Text => ({
  ja: `${kind.ja}「${name}」が有効ではありません。先に${kind.ja}を有効にしてください。`,
  en: `${kind.en} “${name}” is not active. Activate it first.`,
})

/** Delivery starts and resumes only where something is delivered: in an active space of an active medium (spec/domain "Frame"). */
const placeIsActive: Guard<typeof frame> = async (db, _, records) => {
  const groups = records.map(({ publisher_group_id }) => publisher_group_id)
  const ofGroups = async (table: typeof media | typeof spaces, ids: readonly number[]) => {
    const { id, publisher_group_id, name, status } = table
    const own = and(inArray(publisher_group_id, [...new Set(groups)]), inArray(id, [...new Set(ids)]))
    const rows = await db.select({ id, name, status }).from(table).where(own)
    return new Map(rows.map((row) => [row.id, row]))
  }
  const mediumIds = records.map(({ medium_id }) => medium_id)
  const spaceIds = records.map(({ space_id }) => space_id)
  const [foundMedia, foundSpaces] = [await ofGroups(media, mediumIds), await ofGroups(spaces, spaceIds)]
  return {
    of({ medium_id, space_id }) {
      const medium = foundMedia.get(medium_id)
      if (medium?.status !== 'ACTIVE') return notActive({ ja: '媒体', en: 'Medium' }, medium?.name ?? '')
      const place = foundSpaces.get(space_id)
      return place?.status === 'ACTIVE' ? null : notActive({ ja: '広告枠', en: 'Ad space' }, place?.name ?? '')
    },
  }
}

/** The default creative of a frame must be approved, not stopped, and of the right size. */
const validateDefaultCreative: ResourceMapping<typeof frame>['validate'] = async (db, _, record, current) => {
  const { default_creative_id: id, width, height } = record
  const isChosen = id !== current?.default_creative_id
  const isResized = width !== current?.width || height !== current?.height
  if (typeof id !== 'number' || !(isChosen || isResized)) return {}
  const [shown] = await db
    .select({ width: formats.width, height: formats.height })
    .from(creatives)
    .innerJoin(
      creativeRevisions,
      and(
        eq(creativeRevisions.advertiser_account_id, creatives.advertiser_account_id),
        eq(creativeRevisions.creative_id, creatives.id),
        eq(creativeRevisions.revision, creatives.serving_revision),
      ),
    )
    .innerJoin(formats, eq(formats.id, sql`(${creativeRevisions.content} ->> 'format_id')::bigint`))
    .where(and(eq(creatives.id, id), eq(creatives.user_status, 'ACTIVE')))
  if (!shown) return isChosen ? { default_creative_id: [message('creative_not_shown')] } : {}
  const takesEverySize = width === 0 && height === 0
  if (takesEverySize || shown.width === null || (shown.width === width && shown.height === height)) return {}
  return { [isChosen ? 'default_creative_id' : 'width']: [message('creative_dimensions', String(shown.width), String(shown.height ?? 0))] }
}

/** Files of delivery bring slots under whatever code they have, so a code is checked once somebody writes it. */
const validateCode: ResourceMapping<typeof frame>['validate'] = async (_, __, { code }, current) =>
  code === current?.code || /^[!-~]+$/u.test(String(code)) ? {} : { code: [message('frame_code')] }

export const frameMapping = defineMapping({
  resource: frame,
  table: frames,
  scope: (caller) => belowPublisherGroupScope(caller, frames.publisher_group_id),
  referred: { current: ne(frames.status, 'ARCHIVED') },
  derived: { medium_id: mediumId },
  insertDefaults: ({ space_id }) => ({ publisher_group_id: sql`(select publisher_group_id from spaces where id = ${space_id})` }),
  validate: async (...given) => ({ ...(await validateDefaultCreative(...given)), ...(await validateCode(...given)) }),
  guards: { start: placeIsActive, restart: placeIsActive },
  locks: { start: lockPlace, restart: lockPlace },
  events: frameEvents,
  unique: { frames_code: 'code' },
})
