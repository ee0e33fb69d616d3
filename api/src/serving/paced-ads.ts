import { sql } from 'drizzle-orm'
import type { PacedRecords } from '../pace/paced-records.ts'
import { adPlans } from '../pace/spend-plans.ts'
import { hasApprovedOrder } from './terms.ts'

/** Ads are measured against their budget once their order is approved, because nothing is delivered before. */
export const pacedAds: PacedRecords = {
  records: sql.raw('ads'),
  budget: sql.raw('ads.budget'),
  planned: hasApprovedOrder,
  paces: sql.raw('ad_paces'),
  totals: sql.raw('delivery_totals_ad'),
  id: sql.raw('ad_id'),
  stored: ['spent', 'planned', 'ratio', 'state', 'forecast'],
  plans: adPlans,
}
