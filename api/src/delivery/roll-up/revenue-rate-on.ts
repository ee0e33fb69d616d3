import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/**
 * An expression for the rate (percent) that applies on a day to a medium of a group: the medium's own rate, else
 * the group's, else null.
 */
export function revenueRateOn(publisherGroupId: SQLWrapper, mediumId: SQLWrapper, day: SQLWrapper): SQL<string | null> {
  return sql`(select share.rate from revenue_shares share
    where share.publisher_group_id = ${publisherGroupId} and (share.medium_id = ${mediumId} or share.medium_id is null)
      and ${day} between share.valid_from and coalesce(share.valid_to, 'infinity') and share.deleted_at is null
    order by share.medium_id nulls last limit 1)`
}
