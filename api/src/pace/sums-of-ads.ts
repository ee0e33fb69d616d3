import { sql, type SQL } from 'drizzle-orm'
import { factSums } from '../delivery/roll-up/roll-ups.ts'

const names = ['facts', ...Object.keys(factSums)]
const list = (each: (name: string) => string) => sql.raw(names.map(each).join(', '))
const sumOf = (name: string) => (name === 'facts' ? 'count(*)' : String(factSums[name]))

/** A campaign and its advertiser, on whose node of a cluster its facts are. */
export interface OwnedCampaign {
  readonly advertiser_account_id: number
  readonly campaign_id: number
}

/** Facts of a campaign's ads, read through the index on campaigns. `which` is a further condition on facts. */
const facts = ({ advertiser_account_id, campaign_id }: OwnedCampaign, which: SQL) =>
  sql`delivery_facts where delivery_facts.advertiser_account_id = ${advertiser_account_id}::bigint
    and delivery_facts.campaign_id = ${campaign_id}::bigint and delivery_facts.ad_id is not null and ${which}`

/**
 * Rows that add up to each ad's delivery up to and including `through`: the total, minus everything later.
 * `ofAds` is a condition on `ad_id`.
 */
export function sumsOfAds(campaign: OwnedCampaign, ofAds: SQL, through: string): SQL {
  return sql`select ad_id, ${list((name) => name)} from delivery_totals_ad
      where (advertiser_account_id, ad_id) in (select ads.advertiser_account_id, ads.id from ads where ads.campaign_id = ${campaign.campaign_id}::bigint) and ${ofAds}
    union all
    select ad_id, ${list((name) => `-(${sumOf(name)})`)} from ${facts(campaign, sql`day > ${through}::date and ${ofAds}`)} group by ad_id`
}

/** An ad's delivery by day, from `from` to `through` inclusive; days without delivery have no row. */
export function daysOfAd(campaign: OwnedCampaign, ad: number, from: string, through: string): SQL {
  return sql`select day, ${list((name) => `${sumOf(name)} as ${name}`)}
    from ${facts(campaign, sql`ad_id = ${ad}::bigint and day between ${from}::date and ${through}::date`)} group by day`
}
