import { adCost, type BillingType } from '@adsite/contract'
import type { ClientBase } from 'pg'

interface Purchase {
  readonly id: number
  readonly billing: BillingType
  readonly quantity: number
  readonly unit_price: string
}

/** Sets what each quantity costs, as the form of an ad does. */
async function writeCosts(client: ClientBase, table: 'ads' | 'orders', column: 'budget' | 'amount'): Promise<void> {
  const { rows } = await client.query<Purchase>(`select id, billing, quantity, unit_price::text from ${table} order by id`)
  await client.query(
    `update ${table} set ${column} = cost from unnest($1::bigint[], $2::numeric[]) costs (id, cost) where costs.id = ${table}.id`,
    [rows.map(({ id }) => id), rows.map(({ billing, quantity, unit_price }) => adCost(billing, quantity, unit_price))],
  )
}

/** Usage in the unit of the ad's billing. */
const used = `case ads.billing when 'CPM' then total.imps when 'VCPM' then total.viewable when 'CPC' then total.clicks when 'CPA' then total.cv_click else 0 end`
const by = `case when ads.billing in ('CPM', 'VCPM') then 1000 else 1 end`

/**
 * Sets quantities that cover what was delivered, and budgets that are their cost: most ads continue, some were just fulfilled.
 * Campaigns cover the budgets of their ads; every ninth has nearly spent its own.
 */
export async function writePurchases(client: ClientBase, now: Date): Promise<void> {
  await client.query(`
    update ads set quantity = greatest(products.min_quantity, case when ads.id % 17 = 0 and used > 0 then used
        when ads.campaign_id % 9 = 0 and used > 0 then ceil(used * 1.03) else greatest(ceil(ads.budget * per / ads.unit_price), ceil(used * 1.25)) end)
    from (select ads.id, coalesce(${used}, 0) as used, ${by} as per
        from ads left join delivery_totals_ad total on total.advertiser_account_id = ads.advertiser_account_id and total.ad_id = ads.id) bought, products
    where bought.id = ads.id and products.id = ads.product_id`)
  await writeCosts(client, 'ads', 'budget')
  await client.query(`
    update campaigns set lifetime_budget = greatest(lifetime_budget, ceil(allotted.budget * case when campaigns.id % 9 = 0 then 1 else 1.2 end / 10000) * 10000)
    from (select advertiser_account_id, campaign_id, sum(budget) as budget from ads group by 1, 2) allotted
    where allotted.advertiser_account_id = campaigns.advertiser_account_id and allotted.campaign_id = campaigns.id`)
  // Delivered ads have approved orders; of those not yet started, some orders are pending and some were rejected.
  await client.query(`
    insert into orders (advertiser_account_id, campaign_id, ad_id, product_id, name, name_norm, billing, quantity, unit_price, amount, start_at, end_at,
      landing_url, creative_group_id, status, reason, created_at, updated_at)
    select ads.advertiser_account_id, ads.campaign_id, ads.id, ads.product_id, ads.name, ads.name_norm, ads.billing, ads.quantity, ads.unit_price, ads.budget,
      ads.start_at, ads.end_at, ads.landing_url, ads.creative_group_id, status,
      case when status = 'DISAPPROVED' then '与信枠の残りを超えています。数量を見直してください。' end, ads.created_at, ads.created_at
    from (select *, case
        when exists (select from delivery_totals_ad t where t.advertiser_account_id = a.advertiser_account_id and t.ad_id = a.id) then 'APPROVED'
        when id % 11 = 0 then 'PENDING_APPROVAL' when id % 23 = 0 then 'DISAPPROVED' when id % 13 = 0 then 'DRAFT' when id % 19 = 0 then null
        else 'APPROVED' end as status from ads a) ads
    where status is not null order by ads.id`)
  // Some served ads get a larger quantity: a longer period would need its campaign's, a larger budget its credit.
  await client.query(
    `insert into orders (advertiser_account_id, campaign_id, ad_id, product_id, name, name_norm, kind, billing, quantity, unit_price, amount, start_at, end_at,
      landing_url, creative_group_id, status, created_at, updated_at)
    select o.advertiser_account_id, o.campaign_id, o.ad_id, o.product_id, o.name, o.name_norm, 'CHANGE', o.billing, ceil(o.quantity * 1.2), o.unit_price,
      o.amount, o.start_at, o.end_at, case when o.ad_id % 2 = 0 then o.landing_url || '?from=renewal' else o.landing_url end,
      o.creative_group_id, 'PENDING_APPROVAL', $1, $1
    from orders o join ads on ads.advertiser_account_id = o.advertiser_account_id and ads.id = o.ad_id
    where o.status = 'APPROVED' and ads.start_at < $1 and ads.end_at > $1 and o.campaign_id % 9 <> 0 and o.ad_id % 149 = 0 order by o.id`,
    [now],
  )
  await writeCosts(client, 'orders', 'amount')
  // Credit limits cover approved orders and most pending ones; one company in three has used its limit up.
  await client.query(
    `update companies set credit_limit = case when companies.id % 3 = 0 then ceil(taken.approved / 10000) * 10000
      else ceil(taken.approved * 1.2 / 1000000) * 1000000 end
    from (select accounts.company_id, sum(orders.amount) as approved from orders
        join accounts on accounts.id = orders.advertiser_account_id
        join ads on ads.advertiser_account_id = orders.advertiser_account_id and ads.id = orders.ad_id
      where orders.kind = 'NEW' and orders.status = 'APPROVED' and ads.end_at > $1 group by 1) taken
    where taken.company_id = companies.id and taken.approved > companies.credit_limit`,
    [now],
  )
}

/** Selects what the advertiser has decided about a place: excluded from the start if the condition holds, else named. */
const excludedIf = (condition: string, named: string) =>
  `select case when ${condition} then 'EXCLUDED' else '${named}' end, case when ${condition} then 'DEMAND' end, not (${condition})`

/** Writes articles of media, ads in them, and whitelist entries and exclusions of some ads. */
export async function writePlaces(client: ClientBase): Promise<void> {
  await client.query(`
    insert into articles (publisher_group_id, medium_id, url, title, name_norm)
    select publisher_group_id, id, 'https://' || coalesce(domain, 'app.example') || '/articles/' || number, title, search_form(title)
    from (select media.*, number, name || ' ' || (array['今週の注目記事', '編集部のおすすめ', '読者アンケートの結果', '専門家に聞く', 'ランキング発表', '特集まとめ'])[number] as title
      from media, generate_series(1, 6) number) pages order by id, number`)
  await client.query(`
    insert into ad_articles (advertiser_account_id, publisher_group_id, ad_id, article_id, status, excluded_by, is_named)
    select ads.advertiser_account_id, articles.publisher_group_id, ads.id, articles.id, decided.*
    from ads join articles on (ads.id * 31 + articles.id * 17) % 97 < 2 cross join lateral (${excludedIf('(ads.id + articles.id) % 7 = 0', 'TARGET')}) decided
    where ads.id % 3 = 0 order by ads.id, articles.id`)
  await client.query(`
    insert into ad_whitelist (advertiser_account_id, publisher_group_id, ad_id, medium_id, status, excluded_by, is_named)
    select ads.advertiser_account_id, media.publisher_group_id, ads.id, media.id, decided.*
    from ads join media on (ads.id + media.id) % 5 < 3 cross join lateral (${excludedIf('media.id % 4 = 0', 'LISTED')}) decided
    where ads.id % 29 = 0 order by ads.id, media.id`)
}

/** Writes reject requests of every media group: two pending, one accepted with its exclusion, one declined. */
export async function writeRejectRequests(client: ClientBase): Promise<void> {
  await client.query(`
    insert into reject_requests (publisher_group_id, advertisement_id, medium_id, advertiser_account_id, ad_id, name, name_norm, status, reason_code, reason, decision_reason)
    select publisher_group_id, id, medium_id, advertiser_account_id, ad_id, name, name_norm,
      (array['FILED', 'ACCEPTED', 'DECLINED', 'FILED'])[number],
      (array['COMPETITOR', 'EXPRESSION', 'CATEGORY', 'LANDING_PAGE'])[number],
      (array['編集部の主催企画と競合する商品のため、掲載を控えたいと考えています。', '読者から表現が不快だとの問い合わせが複数寄せられました。',
        '当媒体では掲載していない分野に当たると判断しました。', 'リンク先の表示が崩れており、内容を確認できません。'])[number],
      case when number = 3 then '掲載基準の対象となる分野には当たらないため、掲載を続けます。' end
    from (select found.publisher_group_id, found.id, found.medium_id, found.advertiser_account_id, found.ad_id, ads.name, ads.name_norm, row_number() over (partition by found.publisher_group_id order by found.id) as number
      from (select distinct on (publisher_group_id, medium_id) * from advertisements order by publisher_group_id, medium_id, id) found
        join ads on ads.advertiser_account_id = found.advertiser_account_id and ads.id = found.ad_id) chosen
    where number <= 4 order by id`)
  await client.query(`
    insert into ad_whitelist (advertiser_account_id, publisher_group_id, ad_id, medium_id, status, excluded_by, is_named)
    select advertiser_account_id, publisher_group_id, ad_id, medium_id, 'EXCLUDED', 'SUPPLY', false from reject_requests where status = 'ACCEPTED'
    on conflict (advertiser_account_id, ad_id, medium_id) where deleted_at is null do update set status = 'EXCLUDED', excluded_by = case when ad_whitelist.status = 'EXCLUDED' then 'ADMIN' else 'SUPPLY' end`)
}
