import { ad, type Text } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { campaignChanged } from '../campaign/changed-campaigns.ts'
import { advertiserAllowed } from '../db/allowance.ts'
import type { Database } from '../db/connect.ts'
import { ads } from '../db/schema.ts'
import { belowCampaignScope } from '../db/scope.ts'
import { adEvents } from '../notification/events.ts'
import type { Guard, ResourceTable } from '../resource/resource-table.ts'
import { adFaults } from './rules.ts'
import { adEffectiveStatus } from './serving.ts'

const noCredit: Text = {
  ja: '広告主の与信またはアカウントの状態により、配信を開始できません。',
  en: 'The credit or the account of the advertiser does not allow to start delivery.',
}

/** Nothing starts without the credit for it (DOMAIN "company"). */
export const startGuard: Guard = async (db: Database, _, { advertiser_account_id }) => {
  const { rows } = await db.execute<{ allowed: boolean }>(
    sql`select ${advertiserAllowed('activate', advertiser_account_id as number)} as allowed`,
  )
  return rows[0]!.allowed ? null : noCredit
}

export const adTable: ResourceTable = {
  resource: ad,
  table: ads,
  scope: (caller) => belowCampaignScope(caller, ads),
  bigrams: true,
  derived: { effective_status: adEffectiveStatus },
  events: adEvents,
  verify: adFaults,
  guards: { resume: startGuard },
  follow: (transaction, _, { campaign_id }) => campaignChanged(transaction, sql`campaigns.id = ${campaign_id}::bigint`),
  // The terms are those of the product at this moment, whatever becomes of it.
  inherited: ({ campaign_id, product_id }) => ({
    advertiser_account_id: sql`(select advertiser_account_id from campaigns where id = ${campaign_id}::bigint)`,
    billing: sql`(select billing from products where id = ${product_id}::bigint)`,
    unit_price: sql`(select unit_price from products where id = ${product_id}::bigint)`,
  }),
}
