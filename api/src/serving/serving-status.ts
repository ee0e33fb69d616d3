import { sql } from 'drizzle-orm'
import { stopped } from './serving.ts'
import { computedStatus } from '../resource/mapping/computed-status.ts'
import { amongFulfilled, isFulfilled } from './fulfilment.ts'

/** In the order of the contract's `campaignServingStatuses`; what the list, the record, its panel and the dashboard say. */
export const campaignServingStatus = computedStatus(
  [
    { status: 'EXPIRED', when: sql`campaigns.end_at <= now()` },
    { status: 'FULFILLED', when: isFulfilled, among: amongFulfilled },
    { status: 'PENDING_CREDIT', ...stopped(sql`campaigns.advertiser_account_id`) },
    { status: 'PAUSED', when: sql`campaigns.user_status = 'PAUSED'` },
    { status: 'AWAITING', when: sql`campaigns.start_at > now()` },
  ],
  'SERVING',
)
