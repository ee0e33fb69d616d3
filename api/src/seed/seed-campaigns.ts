import type { ClientBase } from 'pg'
import { fill, reserveIds, sizesOf, type CampaignIds, type CreativeIds, type Scale } from './scale.ts'
import { billings } from './seed-purchases.ts'

const array = (words: string) => `'{${words.split(' ').join(',')}}'::text[]`
const seasons = array('春 夏 秋 冬 新春 初夏 盛夏 年末 通年 卒業 入学 連休')
const goods = array('新商品 化粧品 飲料 旅行 保険 家電 書籍 自動車 住宅 食品 転職 英会話 健康 観光 証券 衣料 玩具 文具 家具 音楽')
const aims = array('認知拡大 販売促進 会員獲得 来店促進 再訪 資料請求 予約 比較検討')
/** Words that one campaign in five thousand has. */
const rare = array('雪国 湖畔 古都 離島')

const word = (words: string, n: string, salt: number) => `(${words})[1 + pg_temp.draw(${n}, ${salt}, array_length(${words}, 1))]`
const rareWord = (n: string) => `case when pg_temp.draw(${n}, 5, 5000) = 0 then ${word(rare, n, 6)} || ' ' else '' end`

/** Skewed distribution: few advertisers have many campaigns; the first one's share is the square root of one over their number. */
export const advertiserOf = (campaign: string, advertisers: number) =>
  `floor(${advertisers} * power(pg_temp.draw(${campaign}, 1, 1000000) / 1000000.0, 2))::bigint`

/** The first delivery day of a campaign, counted from the first day of all. */
export function firstDayOf(campaign: string, scale: Scale): string {
  return `pg_temp.draw(${campaign}, 2, ${Math.max(1, scale.days - sizesOf(scale).deliveryDays + 1)})::int`
}

/** Generates the campaigns of all accounts and their ads; `fresh` means that the tables are empty. */
export async function seedCampaigns(
  client: ClientBase,
  scale: Scale,
  ids: CreativeIds,
  fresh: boolean,
  progress: (line: string) => void,
): Promise<CampaignIds> {
  const { advertisers, agencies, reps, creativeGroups } = sizesOf(scale)
  const { campaigns, ads, until, days } = scale
  const campaign = await reserveIds(client, 'campaigns', campaigns)
  const ad = await reserveIds(client, 'ads', ads)
  const start = `('${until}'::date - ${days} + 1 + first)::timestamp at time zone 'Asia/Tokyo'`
  const end = `${start} + make_interval(days => 40 + pg_temp.draw(n, 8, 60)::int)`
  await fill(
    client,
    {
      table: 'campaigns',
      count: campaigns,
      statement: `insert into campaigns (advertiser_account_id, id, name, name_norm, agency_account_id, rep_account_id, goal, start_at, end_at,
          lifetime_budget, daily_budget, user_status, serving_status, status_until, created_at, updated_at) overriding system value
        select ${ids.advertiser} + advertiser, ${campaign} + n, name, search_form(name),
          case when advertiser % 5 < 3 then ${ids.agency} + advertiser % ${agencies} end,
          case when advertiser % 5 < 2 then ${ids.rep} + advertiser % ${reps} end,
          ${word(array('AWARENESS TRAFFIC CONVERSION'), 'n', 7)}, ${start}, ${end},
          100000 * (1 + pg_temp.draw(n, 9, 500)), case when pg_temp.draw(n, 10, 2) = 0 then 10000 * (1 + pg_temp.draw(n, 11, 50)) end,
          case when pg_temp.draw(n, 12, 10) = 0 then 'PAUSED' else 'ACTIVE' end,
          'EXPIRED', case when ${end} > now() then '-infinity'::timestamptz end,
          ${start} - interval '9 days', ${start} - make_interval(secs => pg_temp.draw(n, 13, 800000)::double precision)
        from (select n, ${advertiserOf('n', advertisers)} as advertiser, ${firstDayOf('n', scale)} as first,
            ${word(seasons, 'n', 3)} || 'の' || ${rareWord('n')} || ${word(goods, 'n', 4)} || ' ' || ${word(aims, 'n', 14)} || ' ' || lpad(n::text, 7, '0') as name
          from generate_series($1::bigint, $2::bigint) n) made`,
    },
    fresh,
    progress,
  )
  await fill(
    client,
    {
      table: 'ads',
      count: ads,
      // Ads that have ended are known to have; the statuses of the others are settled in the end.
      statement: `insert into ads (advertiser_account_id, id, campaign_id, name, name_norm, product_id, billing, creative_group_id, unit_price,
          quantity, budget, start_at, end_at, landing_url, effective_status, status_until, user_status, created_at, updated_at) overriding system value
        select c.advertiser_account_id, ${ad} + n, c.id, made.name, search_form(made.name),
          ${ids.product} + case when pg_temp.draw(n, 20, ${billings.length}) = 0 and pg_temp.draw(n, 29, 5000) = 0
            then ${billings.length} else pg_temp.draw(n, 20, ${billings.length}) end, ${word(array(billings.join(' ')), 'n', 20)},
          case when pg_temp.draw(n, 40, 50) > 0
            then ${ids.creative_group} + (c.advertiser_account_id - ${ids.advertiser}) * ${creativeGroups} + pg_temp.draw(n, 41, ${creativeGroups}) end,
          10 + pg_temp.draw(n, 21, 500), 1000 * (1 + pg_temp.draw(n, 22, 900)), 10000 * (1 + pg_temp.draw(n, 23, 200)), c.start_at, c.end_at,
          'https://lp.example/' || n, 'ENDED', case when c.end_at > now() then '-infinity'::timestamptz end, case when pg_temp.draw(n, 24, 12) = 0 then 'PAUSED' else 'ACTIVE' end, c.created_at,
          c.updated_at - make_interval(secs => pg_temp.draw(n, 25, 3600)::double precision)
        from (select n, n * ${campaigns}::bigint / ${ads}::bigint as campaign,
            ${word(array('見出し 画像 動画 記事 特集 比較 限定 無料'), 'n', 26)} || ' ' || ${rareWord('n')} || ${word(goods, 'n', 27)} || ' ' || n as name
          from generate_series($1::bigint, $2::bigint) n) made
          join campaigns c on c.id = ${campaign} + made.campaign
            and c.advertiser_account_id = ${ids.advertiser} + ${advertiserOf('made.campaign', advertisers)}`,
    },
    fresh,
    progress,
  )
  return { ...ids, campaign, ad }
}
