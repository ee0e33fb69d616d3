import {
  choiceLabel,
  creditStatuses,
  grouped,
  namedHolders,
  pricedBy,
  required,
  type CreditHolder,
  type CreditRoom,
  type order,
  type Text,
} from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import { advertiserAllowed } from '../db/advertiser-allowed.ts'
import type { Database } from '../db/connect.ts'
import type { StoredRecord, Verdict } from '../resource/mapping/resource-mapping.ts'

type OfAdvertiser = Pick<StoredRecord<typeof order>, 'advertiser_account_id'>
type Asking = OfAdvertiser & Pick<StoredRecord<typeof order>, 'ad_id' | 'amount'>

/**
 * Locks an advertiser's company until the transaction ends, so that approvals of its orders take turns and each
 * counts the former ones (spec/domain "Order").
 */
export async function lockCompany(transaction: Database, { advertiser_account_id }: OfAdvertiser): Promise<void> {
  await transaction.execute(
    sql`select c.id from companies c join accounts a on a.company_id = c.id where a.id = ${advertiser_account_id} for no key update of c`,
  )
}

/** How many of the units that the price is for a unit of the quantity is. Multiplied, because a division of numerics rounds. */
const priced = sql.raw(
  `case ads.billing ${Object.entries(pricedBy)
    .map(([billing, by]) => `when '${billing}' then ${1 / by}`)
    .join(' ')} end`,
)

/**
 * What an ad may spend, over a row of `ads`: its budget, else the cost of its quantity (the SQL form of the contract's
 * `adCost`), else its campaign's budget.
 */
export const adAllows = sql`case when ads.budget > 0 then ads.budget else coalesce(ceil(nullif(ads.quantity, 0) * ads.unit_price * ${priced}),
  (select campaigns.lifetime_budget from campaigns where campaigns.advertiser_account_id = ads.advertiser_account_id and campaigns.id = ads.campaign_id)) end`

/**
 * The ads that use a company's credit, with amounts: what was approved, or what the ad may spend if that is
 * more. Counted from approval until the approved period ends or the order is canceled, because a shortened or
 * cheaper ad may return to the approved terms at any time.
 */
const holders = (company: SQL) => sql`(select ads.id, ads.name, accounts.name as account, orders.id as order_id,
    greatest(orders.amount, ${adAllows}) as amount
  from accounts join orders on orders.advertiser_account_id = accounts.id
    join ads on ads.advertiser_account_id = orders.advertiser_account_id and ads.id = orders.ad_id
  where accounts.company_id = ${company} and orders.kind = 'NEW' and orders.status = 'APPROVED' and orders.deleted_at is null
    and greatest(orders.end_at, ads.end_at) > now())`

/** Lists the ads in order of their orders; earlier orders take the limit's room first. */
async function namedAds(db: Database, company: SQL, limit: string): Promise<{ above_count: number; ads: CreditHolder[] }> {
  const { rows } = await db.execute<CreditHolder & { above_count: number }>(sql`
    select id, name, account, trim_scale(amount)::text as amount, above, (count(*) filter (where above) over ())::int as above_count
    from (select held.*, sum(held.amount) over (order by held.order_id) > ${limit}::numeric as above from ${holders(company)} as held) as ranked
    order by above desc, ranked.amount desc, id limit ${namedHolders}`)
  const ads = rows.map(({ id, name, account, amount, above }) => ({ id, name, account, amount, above }))
  return { above_count: rows[0]?.above_count ?? 0, ads }
}

interface Sums extends Record<string, unknown> {
  readonly credit_limit: string
  readonly used: string
  readonly left: string
  readonly ad_count: number
}

/** Reports how much of a company's credit its ads use, and which ads. */
export async function creditRoom(db: Database, company: number): Promise<CreditRoom> {
  const { rows } = await db.execute<Sums>(sql`
    select trim_scale(companies.credit_limit)::text as credit_limit, trim_scale(held.used)::text as used,
      trim_scale(companies.credit_limit - held.used)::text as left, held.ad_count
    from companies, lateral (select coalesce(sum(amount), 0) as used, count(*)::int as ad_count from ${holders(sql`companies.id`)} as held) as held
    where companies.id = ${company}`)
  const sums = required(rows[0], 'a row of the answer')
  return { ...sums, ...(await namedAds(db, sql`${company}::bigint`, sums.credit_limit)) }
}

interface Room extends Record<string, unknown> {
  readonly company: number
  readonly allowed: boolean
  readonly credit_status: string
  readonly credit_limit: string
  /** Used by the other ads. */
  readonly used: string
  /** What remains after this ad's amount; negative if the limit would be exceeded. */
  readonly left: string
}

/**
 * Computes the room for the amount of each of some ads beside its company's other ads, in their order. What a company's ads use is
 * summed once, however many of them are asked about.
 */
export async function roomsFor(db: Database, asked: readonly Asking[]): Promise<Room[]> {
  const columnOf = (column: keyof Asking) => sql.param(asked.map((asking) => asking[column]))
  const { rows } = await db.execute<Room>(sql`
    with asked as (
      select asked.*, accounts.company_id from unnest(${columnOf('ad_id')}::bigint[], ${columnOf('advertiser_account_id')}::bigint[],
        ${columnOf('amount')}::numeric[]) with ordinality as asked (ad_id, account_id, amount, place) join accounts on accounts.id = asked.account_id
    ), held as materialized (
      select c.company_id, held.id, held.amount from (select distinct company_id from asked) as c, lateral ${holders(sql`c.company_id`)} as held
    ), used as materialized (select company_id, sum(amount) as amount from held group by company_id
    ), own as materialized (select id, sum(amount) as amount from held group by id
    ), allowed as materialized (
      select c.account_id, ${advertiserAllowed('order', sql`c.account_id`)} as allowed from (select distinct account_id from asked) as c
    )
    select room.company, room.credit_status, room.allowed, trim_scale(room.credit_limit)::text as credit_limit, trim_scale(room.used)::text as used,
      trim_scale(room.credit_limit - room.used - room.amount)::text as left
    from (select asked.place, asked.amount, companies.id as company, companies.credit_status, companies.credit_limit, allowed.allowed,
        coalesce(used.amount, 0) - coalesce(own.amount, 0) as used
      from asked join companies on companies.id = asked.company_id join allowed on allowed.account_id = asked.account_id
        left join used on used.company_id = asked.company_id left join own on own.id = asked.ad_id) as room
    order by room.place`)
  return rows
}

/** Computes the room for an ad's amount beside the company's other ads. */
export async function roomFor(db: Database, asked: Asking): Promise<Room> {
  return required((await roomsFor(db, [asked]))[0], 'a row of the answer')
}

/**
 * Those of some orders that wait for approval whose companies may not have the credit for all of them. Changes are among them
 * in any case, with the others of their company: what their ads hold by then depends on which came before.
 *
 * Few orders wait at most times, so PostgreSQL expects one of them, and would sum up each company anew for each order.
 */
export async function crowdedOrders(db: Database, ids: readonly number[]): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with asked as materialized (
      select orders.id, accounts.company_id, orders.kind, greatest(orders.amount, ${adAllows}) as amount
      from orders join accounts on accounts.id = orders.advertiser_account_id
        join ads on ads.advertiser_account_id = orders.advertiser_account_id and ads.id = orders.ad_id
      where orders.id = any(${sql.param(ids)}::bigint[]) and orders.status = 'PENDING_APPROVAL'
    ), crowded as materialized (
      select companies.id from companies join asked on asked.company_id = companies.id group by companies.id
      having bool_or(asked.kind = 'CHANGE')
        or sum(asked.amount) > companies.credit_limit - (select coalesce(sum(held.amount), 0) from ${holders(sql`companies.id`)} as held)
    )
    select id from asked where company_id in (select id from crowded)`)
  return rows.map(({ id }) => id)
}

/** Lists the ads that use the room that an order of this advertiser needs. */
export async function holdersBeside(db: Database, { company, credit_limit }: Room): Promise<CreditHolder[]> {
  return (await namedAds(db, sql`${company}::bigint`, credit_limit)).ads
}

function creditError({ allowed, credit_status, credit_limit, used, left }: Room, { amount }: Asking): Text | null {
  if (!allowed) {
    const status = choiceLabel(creditStatuses, credit_status) ?? { ja: credit_status, en: credit_status }
    return {
      ja: `企業の与信またはアカウントの状態により承認できません（与信：${status.ja}）。`,
      en: `The credit or the account of the advertiser does not allow orders (credit: ${status.en}).`,
    }
  }
  if (!left.startsWith('-')) return null
  const [over, limit, others, own] = [left.slice(1), credit_limit, used, amount].map((sum) => grouped(sum))
  return {
    ja: `与信枠を${over}円超えるため承認できません（与信枠 ${limit}円、ほかの広告 ${others}円、この申込 ${own}円）。`,
    en: `This exceeds the credit limit by ¥${over} (limit ¥${limit}, other ads ¥${others}, this order ¥${own}).`,
  }
}

/** Explains by how much the approval of one of some orders would exceed its company's credit; null if it would not. */
export async function creditErrors<O extends Asking & { readonly id: number }>(db: Database, records: readonly O[]): Promise<Verdict<O>> {
  const rooms = await roomsFor(db, records)
  const errors = new Map(records.map((record, index) => [record.id, creditError(required(rooms[index], 'the room for an order'), record)]))
  return { of: ({ id }) => errors.get(id) ?? null }
}
