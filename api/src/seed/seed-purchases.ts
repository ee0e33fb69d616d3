import type { ClientBase } from 'pg'
import { fill, reserveIds, sizesOf, type CampaignIds, type CreativeIds, type PartyIds, type Scale } from './scale.ts'

export const billings = ['CPM', 'CPC', 'VCPM', 'CPA'] as const

const longAgo = `now() - interval '400 days'`

/** Maps a number below one hundred to a name; each name applies below its number. */
function outOfHundred(drawn: string, parts: Readonly<Record<string, number>>): string {
  const cases = Object.entries(parts).map(([name, below]) => `when ${drawn} < ${below} then '${name}'`)
  return `(case ${cases.join(' ')} end)`
}

/**
 * Generates a product per billing, one more that hardly any ad buys, and groups of two creatives per advertiser: most
 * approved, some pending, some rejected, some groups empty.
 */
export async function seedCreatives(
  client: ClientBase,
  scale: Scale,
  ids: PartyIds,
  fresh: boolean,
  progress: (line: string) => void,
): Promise<CreativeIds> {
  const { advertisers, creativeGroups } = sizesOf(scale)
  const count = advertisers * creativeGroups
  const format = await reserveIds(client, 'formats', 1)
  const product = await reserveIds(client, 'products', billings.length + 1)
  const group = await reserveIds(client, 'creative_groups', count)
  const creative = await reserveIds(client, 'creatives', count * 2)
  await client.query(`insert into formats (id, name, name_norm, kind, width, height, created_at, updated_at) overriding system value
    values (${format}, 'バナー 300x250', search_form('バナー 300x250'), 'BANNER', 300, 250, ${longAgo}, ${longAgo})`)
  await client.query(`insert into products (id, name, name_norm, status, billing, unit_price, min_quantity, sale_from, created_at, updated_at)
    overriding system value
    select ${product} + number - 1, kind || ' ' || billing, search_form(kind || ' ' || billing), 'ON_SALE', billing, 500, 1000, '2020-01-01', ${longAgo}, ${longAgo}
    from (select billing, number, case when number > ${billings.length} then '特別' else '標準' end as kind
      from unnest('{${[...billings, billings[0]].join(',')}}'::text[]) with ordinality as made (billing, number)) as made`)
  await client.query(`insert into product_formats (product_id, format_id) select ${product} + number, ${format}
    from generate_series(0, ${billings.length}) as number`)
  const statuses = { APPROVED: 91, APPLIED: 95, DRAFT: 97, REJECTED: 99 }
  const advertiserOf = (number: string) => `${ids.advertiser} + ${number} / ${creativeGroups}`
  await fill(
    client,
    {
      table: 'creative_groups',
      count,
      statement: `insert into creative_groups (advertiser_account_id, id, name, name_norm, created_at, updated_at) overriding system value
        select ${advertiserOf('n')}, ${group} + n, name, search_form(name), ${longAgo}, ${longAgo} - make_interval(secs => n)
        from (select n, 'クリエイティブ ' || n as name from generate_series($1::bigint, $2::bigint) n) made`,
    },
    fresh,
    progress,
  )
  await fill(
    client,
    {
      table: 'creatives',
      count: count * 2,
      statement: `insert into creatives (advertiser_account_id, id, creative_group_id, format_id, name, name_norm, width, height, landing_url,
          status, applied_at, user_status, serving_revision, review_reason_code, created_at, updated_at) overriding system value
        select ${advertiserOf('grp')}, ${creative} + n, ${group} + grp, ${format}, name, search_form(name), 300, 250, 'https://lp.example/c/' || n,
          status, case when status <> 'DRAFT' then ${longAgo} end, case when pg_temp.draw(grp, 43, 100) = 0 then 'PAUSED' else 'ACTIVE' end, case when status = 'APPROVED' then 1 end,
          case when status = 'REJECTED' then 'QUALITY' end, ${longAgo}, ${longAgo} - make_interval(secs => n)
        from (select n, n / 2 as grp, 'バナー ' || n as name, ${outOfHundred('pg_temp.draw(n / 2, 42, 100)', statuses)} as status
          from generate_series($1::bigint, $2::bigint) n) made
        where status is not null`,
    },
    fresh,
    progress,
  )
  await client.query(`insert into creative_revisions (advertiser_account_id, creative_id, revision, content, applied_at, result, reviewed_at)
    select advertiser_account_id, id, 1, jsonb_build_object('format_id', format_id, 'headline', headline, 'description', description,
        'principal', principal, 'button_text', button_text, 'landing_url', landing_url, 'beacons', beacons, 'materials', '[]'::jsonb),
      created_at, nullif(status, 'APPLIED'), case when status <> 'APPLIED' then created_at end
    from creatives where id >= ${creative} and status <> 'DRAFT'`)
  return { ...ids, product, creative_group: group }
}

/** Generates an order for nearly every ad: most approved, some pending, some rejected. */
export async function seedOrders(
  client: ClientBase,
  { ads }: Scale,
  ids: CampaignIds,
  fresh: boolean,
  progress: (line: string) => void,
): Promise<void> {
  const statuses = { APPROVED: 92, PENDING_APPROVAL: 96, DRAFT: 97, DISAPPROVED: 99 }
  await fill(
    client,
    {
      table: 'orders',
      count: ads,
      statement: `insert into orders (advertiser_account_id, campaign_id, ad_id, product_id, name, name_norm, billing, quantity, unit_price, amount,
          start_at, end_at, landing_url, creative_group_id, status, reason, created_at, updated_at)
        select advertiser_account_id, campaign_id, id, product_id, name, name_norm, billing, quantity, unit_price, budget,
          start_at, end_at, landing_url, creative_group_id, status,
          case when status = 'DISAPPROVED' then '数量を見直してください。' end, created_at, updated_at
        from (select ads.*, ${outOfHundred(`pg_temp.draw(id - ${ids.ad}, 44, 100)`, statuses)} as status from ads
          where id between ${ids.ad} + $1::bigint and ${ids.ad} + $2::bigint) made
        where status is not null`,
    },
    fresh,
    progress,
  )
}
