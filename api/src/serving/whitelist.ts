import { sql, type SQL } from 'drizzle-orm'

/** An ad in a space, as expressions over rows of a query. */
interface Shown {
  readonly advertiser: SQL
  readonly ad: SQL
  readonly publisherGroup: SQL
  readonly medium: SQL
  readonly space: SQL
}

/**
 * What keeps an ad out of a space (spec/domain "Ad whitelist"): an exclusion there, or a whitelist that allows only other places.
 * A listed place that is excluded keeps restricting the ad. A listed article allows its medium.
 */
export function keptOut({ advertiser, ad, publisherGroup, medium, space }: Shown): { readonly excluded: SQL; readonly unlisted: SQL } {
  const hasPlace = (condition: SQL) => sql`exists (select from ad_whitelist as place
    where place.advertiser_account_id = ${advertiser} and place.ad_id = ${ad} and place.deleted_at is null and ${condition})`
  const here = sql`(place.medium_id = ${medium} or place.space_id = ${space})`
  const article = sql`place.article_id in (select articles.id from articles
    where articles.publisher_group_id = ${publisherGroup} and articles.medium_id = ${medium})`
  return {
    excluded: hasPlace(sql`place.status = 'EXCLUDED' and ${here}`),
    unlisted: sql`(${hasPlace(sql`place.is_named`)} and not ${hasPlace(sql`place.status = 'LISTED' and (${here} or ${article})`)})`,
  }
}
