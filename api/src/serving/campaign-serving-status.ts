import { sql } from 'drizzle-orm'
import { computedStatus } from './computed-status.ts'
import { isFulfilled } from './fulfilment.ts'
import { stopped } from './serving.ts'

/** In the order of the contract's `campaignServingStatuses`. Records, panels and the worker that stores it for lists use it. */
export const campaignServingStatus = computedStatus(
  [
    { status: 'EXPIRED', when: sql`campaigns.end_at <= now()`, moment: sql`campaigns.end_at` },
    { status: 'FULFILLED', when: isFulfilled },
    { status: 'PENDING_CREDIT', when: stopped(sql`campaigns.advertiser_account_id`) },
    { status: 'PAUSED', when: sql`campaigns.user_status = 'PAUSED'` },
    { status: 'AWAITING', when: sql`campaigns.start_at > now()`, moment: sql`campaigns.start_at` },
  ],
  'SERVING',
)
