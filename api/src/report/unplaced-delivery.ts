import { required, type UnplacedDelivery } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { deliveryDailyAdvertiserSpace as daily } from '../db/schema.ts'
import type { Asked } from './report-source.ts'
import { filteredBy, type ReportQuery } from './report-sql.ts'
import { mayCall } from '../call/may-call.ts'

/**
 * Sums the delivery of the period that no row of the supply report contains (contract, `UnplacedDelivery`). Not
 * for filtered reports, which are partial anyway.
 */
export async function unplacedDelivery(db: Database, { report, caller, query }: Asked<ReportQuery>): Promise<UnplacedDelivery | null> {
  if (report.name !== 'supply' || !mayCall(caller, 'delivery.import') || filteredBy(query).length > 0) return null
  const { rows } = await db.execute<{ facts: number; imps: number; clicks: number | null; gross: string }>(sql`
    select coalesce(sum(facts), 0)::bigint as facts, sum(imps)::bigint as imps,
      case when sum(unknown_clicks) = 0 then sum(clicks)::bigint end as clicks, trim_scale(sum(gross))::text as gross
    from ${daily} where space_id = 0 and day between ${query.from}::date and ${query.to}::date`)
  const { facts, imps, clicks, gross } = required(rows[0], 'a row of the answer')
  return facts === 0 ? null : { imps, clicks, gross }
}
