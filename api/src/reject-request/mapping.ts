import { message, rejectRequest, required } from '@adsite/contract'
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Author } from '../call/author.ts'
import type { Database } from '../db/connect.ts'
import { adWhitelist, rejectRequests } from '../db/schema.ts'
import { belowPublisherGroupScope } from '../db/scope.ts'
import { excludePlace } from '../ad-whitelist/exclude-place.ts'
import { administrators, rejectRequestEvents } from '../notification/events.ts'
import { notify } from '../notify/notify.ts'
import { defineMapping, type FieldMessages, type NewRecord } from '../resource/mapping/resource-mapping.ts'

const ofAdvertisement = (id: unknown, column: SQL) => sql`(select ${column} from advertisements where advertisements.id = ${id}::bigint)`
const nameOfAd = (id: unknown, column: 'name' | 'name_norm') => sql`(select ads.${sql.identifier(column)} from advertisements
  join ads on ads.advertiser_account_id = advertisements.advertiser_account_id and ads.id = advertisements.ad_id
  where advertisements.id = ${id}::bigint)`

/** An ad that is already excluded from the medium needs no request, unless the advertiser's side alone excludes it, and may stop doing so. */
async function faults(
  db: Database,
  _: Author,
  { advertisement_id }: NewRecord<typeof rejectRequest>,
): Promise<FieldMessages<typeof rejectRequest>> {
  const excluded = await db.$count(
    adWhitelist,
    and(
      eq(adWhitelist.ad_id, ofAdvertisement(advertisement_id, sql`ad_id`)),
      eq(adWhitelist.medium_id, ofAdvertisement(advertisement_id, sql`medium_id`)),
      eq(adWhitelist.status, 'EXCLUDED'),
      sql`${adWhitelist.excluded_by} is distinct from 'DEMAND'`,
      isNull(adWhitelist.deleted_at),
    ),
  )
  return excluded > 0 ? { advertisement_id: [message('excluded_already')] } : {}
}

export const rejectRequestMapping = defineMapping({
  resource: rejectRequest,
  table: rejectRequests,
  scope: (caller) => belowPublisherGroupScope(caller, rejectRequests.publisher_group_id),
  unique: { reject_requests_one_filed: 'advertisement_id' },
  events: rejectRequestEvents,
  insertDefaults: ({ advertisement_id }) => ({
    publisher_group_id: ofAdvertisement(advertisement_id, sql`publisher_group_id`),
    medium_id: ofAdvertisement(advertisement_id, sql`medium_id`),
    advertiser_account_id: ofAdvertisement(advertisement_id, sql`advertiser_account_id`),
    ad_id: ofAdvertisement(advertisement_id, sql`ad_id`),
    name: nameOfAd(advertisement_id, 'name'),
    name_norm: nameOfAd(advertisement_id, 'name_norm'),
  }),
  validate: faults,
  // spec/domain "Reject request": accepting excludes, in the same transaction.
  async afterWrite(transaction, author, record, done) {
    if (done === 'decline') return
    const [found] = await transaction.select().from(rejectRequests).where(eq(rejectRequests.id, record.id))
    const request = required(found, 'the request that was just written')
    if (done === 'create') {
      const { id, name } = request
      const notice = {
        kind: 'reject_request_filed',
        entity: 'reject_request',
        entity_id: id,
        params: { name },
        created_by: author.user_id,
      } as const
      await notify(transaction, notice, administrators())
      return
    }
    const { advertiser_account_id, publisher_group_id, ad_id, medium_id } = request
    await excludePlace(transaction, author, { advertiser_account_id, publisher_group_id, ad_id, medium_id })
  },
})
