import { servingBlockers, required, type Blocker, type ServingBlockerName } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { adEffectiveStatus, blocked, orderedBlockers, relatedLookup } from './serving.ts'

const kindOf = (name: ServingBlockerName) => sql.raw(`'${name}'::text`)

/** One row per matching ad and blocker that holds. Related data is fetched once per ad. */
function everyBlocker(which: SQL): SQL {
  const parts = orderedBlockers.map((name, rank) => {
    const { when, value, target } = blocked[name]
    const decides = sql.raw(String(servingBlockers[name].status !== null))
    return sql`select ${rank}::int as rank, ${kindOf(name)} as kind, ${decides} as decides, ads.id as ad_id, (${value})::text as value, (${target})::bigint as target
      from looked_up as ads, lateral (select (ads.related).*) as related where ${when}`
  })
  return sql`with looked_up as materialized (select ads.*, related from ads, ${relatedLookup} where ${which}) ${sql.join(parts, sql` union all `)}`
}

/** Lists the blockers of an ad; the caller has checked that the ad is in scope. */
export async function adServing(db: Database, id: number): Promise<{ status: string; blockers: Blocker[] }> {
  const which = sql`ads.id = ${id}`
  const status = await db.execute<{ status: string }>(sql`select ${adEffectiveStatus.status} as status from ads where ${which}`)
  const found = await db.execute<Blocker & Record<string, unknown>>(
    sql`select kind, value, target from (${everyBlocker(which)}) as blockers order by rank`,
  )
  return {
    status: required(status.rows[0], 'a row of the answer').status,
    blockers: found.rows.map(({ kind, value, target }) => ({ kind, value, target })),
  }
}

/** Why the matching ads are not served, or are served less than they could be, by ad. */
export async function reasonsOfAds(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, Blocker[]>> {
  const which = sql`ads.id = any(${sql.param([...ids])}::bigint[])`
  const { rows } = await db.execute<Blocker & { ad_id: number }>(
    sql`select ad_id, kind, value, target from (${everyBlocker(which)}) as blockers order by ad_id, rank`,
  )
  const reasons = rows.map(({ ad_id, kind, value, target }) => ({ ad_id, reason: { kind, value, target } }))
  return new Map([...Map.groupBy(reasons, ({ ad_id }) => ad_id)].map(([ad, own]) => [ad, own.map(({ reason }) => reason)]))
}

interface CampaignBlockers {
  ads: Record<string, number>
  blockers: (Blocker & { decisive: number; count: number })[]
}

/** The same over all ads of a campaign; `value` and `target` are given if all ads share them. */
export async function campaignBlockers(db: Database, id: number): Promise<CampaignBlockers> {
  const which = sql`ads.campaign_id = ${id} and ads.deleted_at is null
    and ads.advertiser_account_id = (select owner.advertiser_account_id from campaigns as owner where owner.id = ${id})`
  const statuses = await db.execute<{ status: string; count: number }>(
    sql`select status, count(*) as count from (select ${adEffectiveStatus.status} as status from ads where ${which}) as all_ads group by status`,
  )
  const found = await db.execute<Blocker & { decisive: number; count: number }>(sql`select kind, count(*) as count,
        count(*) filter (where decides and rank = first) as decisive,
        case when count(distinct coalesce(value, '')) = 1 then min(value) end as value,
        case when count(distinct coalesce(target, 0)) = 1 then min(target) end as target
      from (select *, min(rank) over (partition by ad_id) as first from (${everyBlocker(which)}) as blockers) as ranked
      group by rank, kind order by rank`)
  return {
    ads: Object.fromEntries(statuses.rows.map(({ status, count }) => [status, count])),
    blockers: found.rows.map(({ kind, value, target, decisive, count }) => ({ kind, value, target, decisive, count })),
  }
}
