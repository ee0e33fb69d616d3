import { deliveryFigureNames, required, type DeliveryFigureName } from '@adsite/contract'
import type { ClientBase } from 'pg'
import { addAdvertisements } from '../delivery/roll-up/advertisements.ts'
import { sumsOfWholeFiles } from '../delivery/store/file-record.ts'
import { collectChanges, updateRollUps } from '../delivery/roll-up/roll-ups.ts'
import { reserveIds, sizesOf, withoutIndexes, type CampaignIds, type Scale } from './scale.ts'
import { advertiserOf, firstDayOf } from './seed-campaigns.ts'

const columns = `advertiser_account_id, day, campaign_id, ad_id, frame_id, space_id, publisher_group_id, device, prefecture,
  ${deliveryFigureNames.join(', ')}, delivery_file_id`

/** Each figure of a fact, as an expression over its impressions and the price of its campaign. */
const figures: Readonly<Record<DeliveryFigureName, string>> = {
  imps: 'imps',
  clicks: 'imps / 200',
  cv_click: 'imps / 8000',
  cv_view: 'imps / 16000',
  requests: 'imps * 5 / 4',
  measured: 'imps * 9 / 10',
  viewable: 'imps * 6 / 10',
  gross: 'imps * price / 1000.0',
  media_cost: 'imps * price / 1600.0',
}

/** Generates the facts of the days $1 to $2. A fact's number encodes its campaign, day, and line of the day. */
function factsSql(scale: Scale, ids: CampaignIds, file: number): string {
  const { advertisers, groups, spaces, frames, delivering, deliveryDays } = sizesOf(scale)
  const { campaigns, ads, facts, until, days } = scale
  const perDay = Math.max(1, Math.ceil(facts / (delivering * deliveryDays)))
  const stride = Math.floor(campaigns / delivering)
  // Six frames per campaign; two percent of the lines have no frame.
  const frame = `pg_temp.draw(campaign * 6 + pg_temp.draw(f, 30, 6), 31, ${frames})`
  const known = (expression: string) => `case when pg_temp.draw(f, 32, 50) > 0 then ${expression} end`
  return `insert into delivery_made (${columns})
    select ${ids.advertiser} + advertiser, day, ${ids.campaign} + campaign,
      ${ids.ad} + least(${ads} - 1, (campaign * ${ads} + ${campaigns} - 1) / ${campaigns} + pg_temp.draw(f, 33, greatest(1, ${ads} / ${campaigns}))),
      ${known(`${ids.frame} + frame`)}, ${known(`${ids.space} + frame % ${spaces}`)}, ${known(`${ids.publisher_group} + frame % ${groups}`)},
      case when pg_temp.draw(f, 34, 4) > 0 then 'SP' else 'PC' end, lpad((1 + pg_temp.draw(f, 35, 47))::text, 2, '0'),
      ${deliveryFigureNames.map((name) => figures[name]).join(', ')}, ${file} + advertiser
    from (
      select f, day, campaign, ${advertiserOf('campaign', advertisers)} as advertiser, ${frame} as frame,
        100 + pg_temp.draw(f, 36, 20000) as imps, 300 + pg_temp.draw(campaign, 37, 900) as price
      from (select d * ${stride}::bigint as campaign, d, '${until}'::date - ${days} + 1 + ${firstDayOf(`(d * ${stride}::bigint)`, scale)} as first
          from generate_series(0::bigint, ${delivering - 1}::bigint) d) flights
        cross join lateral generate_series(greatest(0, $1::date - first), least(${deliveryDays - 1}, $2::date - first)) at
        cross join generate_series(0, ${perDay - 1}) line
        cross join lateral (select (d * ${deliveryDays} + at) * ${perDay} + line as f, first + at as day) numbered
      where f < ${facts}) made`
}

/** Generates thirteen months of facts, month by month, each in one transaction with its roll-ups, as delivery files do. */
export async function seedDelivery(
  client: ClientBase,
  scale: Scale,
  ids: CampaignIds,
  fresh: boolean,
  progress: (line: string) => void,
): Promise<number> {
  const { advertisers } = sizesOf(scale)
  const file = await reserveIds(client, 'delivery_files', advertisers)
  const { rows: months } = await client.query<{ first: string; last: string }>(
    `select greatest(month, $1::date - $2::int + 1)::date::text as first, least(month + interval '1 month' - interval '1 day', $1::date)::date::text as last
     from generate_series(date_trunc('month', $1::date - $2::int + 1), $1::date, interval '1 month') month`,
    [scale.until, scale.days],
  )
  await client.query('select ensure_delivery_partitions($1::date, $2::date)', [
    required(months[0], 'the first of months').first,
    scale.until,
  ])
  const statement = factsSql(scale, ids, file)
  let made = 0
  async function insert(): Promise<void> {
    for (const { first, last } of months) {
      await client.query('begin')
      await client.query('create temp table delivery_made (like delivery_facts including defaults) on commit drop')
      made += (await client.query(statement, [first, last])).rowCount ?? 0
      await client.query('analyze delivery_made')
      await client.query('insert into delivery_facts select * from delivery_made')
      await collectChanges(client, 'delivery_made')
      await updateRollUps(client)
      await client.query(addAdvertisements)
      await client.query('commit')
      progress(`${made.toLocaleString('en-US')} of ${scale.facts.toLocaleString('en-US')} facts, up to ${last}`)
    }
    progress('indexes of facts')
  }
  await (fresh ? withoutIndexes(client, 'delivery_facts', insert) : insert())
  await client.query(`insert into delivery_files (id, source, file_hash, advertiser_account_id, rows_read, rows_taken, rows_refused, rows_odd,
      imps, clicks, conversions, gross, media_cost, refused) overriding system value
    select ${file} + advertiser_account_id - ${ids.advertiser}, 'seed', 'seed ${file} ' || advertiser_account_id, advertiser_account_id,
      sum(facts), sum(facts), 0, 0, sum(imps), sum(clicks), sum(cv_click), sum(gross), sum(media_cost), '[]'
    from delivery_daily_advertiser
    where advertiser_account_id between ${ids.advertiser} and ${ids.advertiser + advertisers - 1} group by advertiser_account_id`)
  await client.query(sumsOfWholeFiles)
  return made
}
