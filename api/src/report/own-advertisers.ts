import { keysOf } from '@adsite/contract'
import { inArray, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { deliveryFacts } from '../db/delivery-facts.ts'
import { ads, campaigns, creatives } from '../db/schema.ts'
import { campaignScope, type Caller } from '../db/scope.ts'

/** Ids of the advertisers whose facts are read; null: of any. */
export type Advertisers = readonly number[] | null

/** Filters by records that each have one advertiser. */
const owned = { campaign_id: campaigns, ad_id: ads, creative_id: creatives } as const

/**
 * Finds the advertisers whose facts can be in an answer: those of an agency's or rep's campaigns, and those of the records that a
 * query is limited to. Never narrows an answer, since scope and filters exclude all other facts; on a cluster it keeps the
 * statement from the nodes of other advertisers (docs/decisions/0028-citus.md).
 */
export async function ownAdvertisers(
  db: Database,
  caller: Caller,
  query: Readonly<Partial<Record<keyof typeof owned, string | undefined>>> = {},
): Promise<Advertisers> {
  const limits: SQL[] = keysOf(owned).flatMap((filter) => {
    const ids = query[filter]?.split(',').map(Number)
    const table = owned[filter]
    return ids ? [sql`select ${table.advertiser_account_id} as id from ${table} where ${inArray(table.id, ids)}`] : []
  })
  if (caller.role === 'agency' || caller.role === 'rep')
    limits.push(sql`select distinct ${campaigns.advertiser_account_id} as id from ${campaigns} where ${campaignScope(caller)}`)
  if (limits.length === 0) return null
  const { rows } = await db.execute<{ id: number }>(sql.join(limits, sql` intersect `))
  return [...new Set(rows.map(({ id }) => id))]
}

/** The condition that limits facts to these advertisers, if any. An array, since Citus compares it with the shards; an empty one would ask all. */
export function factsOf(advertisers: Advertisers): SQL | undefined {
  if (advertisers === null) return undefined
  if (advertisers.length === 0) return sql`false`
  return sql`${deliveryFacts.advertiser_account_id} = any(${sql.param([...advertisers])}::bigint[])`
}
