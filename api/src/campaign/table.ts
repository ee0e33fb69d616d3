import { campaign } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { campaigns } from '../db/schema.ts'
import { campaignScope } from '../db/scope.ts'
import { campaignEvents } from '../notification/events.ts'
import type { ResourceTable } from '../resource/resource-table.ts'

const { end_at, start_at, user_status } = campaigns

/** In the order of the contract's `campaignServingStatuses`: dates first, then what the user set. */
const servingStatus = sql`case
  when ${end_at} <= now() then 'EXPIRED'
  when ${start_at} > now() then 'AWAITING'
  when ${user_status} = 'PAUSED' then 'PAUSED'
  else 'SERVING' end`

export const campaignTable: ResourceTable = {
  resource: campaign,
  table: campaigns,
  scope: campaignScope,
  events: campaignEvents,
  derived: { serving_status: servingStatus },
}
