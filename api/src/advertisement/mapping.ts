import { advertisement } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { advertisements } from '../db/schema.ts'
import { belowPublisherGroupScope } from '../db/scope.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'
import { keptOut } from '../serving/whitelist.ts'

// Columns are qualified, because Drizzle omits table names when a query selects from one table.
const ofAd = (column: 'name' | 'landing_url') =>
  sql.raw(`(select ads.${column} from ads
    where ads.advertiser_account_id = advertisements.advertiser_account_id and ads.id = advertisements.ad_id)`)

/** Reads the format of the approved revision, which is what is served. */
const ofFormat = (column: 'kind' | 'width' | 'height') =>
  sql.raw(`(select formats.${column} from creatives
    join creative_revisions on creative_revisions.advertiser_account_id = creatives.advertiser_account_id
      and creative_revisions.creative_id = creatives.id and creative_revisions.revision = creatives.serving_revision
    join formats on formats.id = (creative_revisions.content ->> 'format_id')::bigint
    where creatives.advertiser_account_id = advertisements.advertiser_account_id and creatives.id = advertisements.creative_id)`)

const { excluded, unlisted } = keptOut({
  advertiser: sql`advertisements.advertiser_account_id`,
  ad: sql`advertisements.ad_id`,
  publisherGroup: sql`advertisements.publisher_group_id`,
  medium: sql`advertisements.medium_id`,
  space: sql`advertisements.space_id`,
})

export const advertisementMapping = defineMapping({
  resource: advertisement,
  table: advertisements,
  scope: (caller) => belowPublisherGroupScope(caller, advertisements.publisher_group_id),
  derived: {
    name: ofAd('name'),
    landing_url: ofAd('landing_url'),
    creative_name: sql`(select creatives.name from creatives
      where creatives.advertiser_account_id = advertisements.advertiser_account_id and creatives.id = advertisements.creative_id)`,
    creative_kind: ofFormat('kind'),
    creative_width: ofFormat('width'),
    creative_height: ofFormat('height'),
    status: sql`(case when ${excluded} then 'EXCLUDED' when ${unlisted} then 'UNLISTED' else 'SHOWN' end)`,
    request_status: sql`(select reject_requests.status from reject_requests
      where reject_requests.publisher_group_id = advertisements.publisher_group_id and reject_requests.ad_id = advertisements.ad_id
        and reject_requests.medium_id = advertisements.medium_id and reject_requests.deleted_at is null
      order by reject_requests.id desc limit 1)`,
  },
})
