import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/**
 * The rate in percent that holds on a day for a medium of a group: the medium's own where it has one that day,
 * else the group's; null where there is neither. An expression for whatever query has the three.
 */
export function revenueRateOn(publisherGroupId: SQLWrapper, mediumId: SQLWrapper, day: SQLWrapper): SQL<string | null> {
  return sql`(select share.rate from revenue_shares share
    where share.publisher_group_id = ${publisherGroupId} and (share.medium_id = ${mediumId} or share.medium_id is null)
      and ${day} between share.valid_from and coalesce(share.valid_to, 'infinity') and share.deleted_at is null
    order by share.medium_id nulls last limit 1)`
}
