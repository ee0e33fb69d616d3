import {
  choiceLabel,
  creditStatuses,
  fromMicros,
  grouped,
  micros,
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

interface Room {
  readonly company: number
  readonly allowed: boolean
  readonly credit_status: string
  readonly credit_limit: string
  /** Used by the other ads. */
  readonly used: string
  /** What remains after this ad's amount; negative if the limit would be exceeded. */
  readonly left: string
}

interface Held extends Record<string, unknown>, Pick<Room, 'company' | 'allowed' | 'credit_status' | 'credit_limit'> {
  readonly account_id: number
  readonly ad_id: number
  /** Used by all ads of the company. */
  readonly used: string
  /** Used by the ad itself. */
  readonly own: string
}

/** What the companies of some ads use of their credit. */
interface Ledger {
  /** The room for an ad's amount beside its company's other ads. */
  roomFor(asked: Asking): Room
  /** Counts an ad's amount as approved, for the company's other ads that are asked about after it. */
  hold(asked: Asking): void
}

/**
 * Reads what the companies of some ads use of their credit. Each company is summed up once, however many of its ads are asked about,
 * and the amounts that are approved one after the other are added up from there.
 */
async function ledgerOf(db: Database, asked: readonly Asking[]): Promise<Ledger> {
  const columnOf = (column: keyof Asking) => sql.param(asked.map((asking) => asking[column]))
  const { rows } = await db.execute<Held>(sql`
    with asked as (
      select distinct asked.ad_id, asked.account_id, accounts.company_id
      from unnest(${columnOf('ad_id')}::bigint[], ${columnOf('advertiser_account_id')}::bigint[]) as asked (ad_id, account_id)
        join accounts on accounts.id = asked.account_id
    ), held as materialized (
      select c.company_id, held.id, held.amount from (select distinct company_id from asked) as c, lateral ${holders(sql`c.company_id`)} as held
    ), used as materialized (select company_id, sum(amount) as amount from held group by company_id
    ), allowed as materialized (
      select c.account_id, ${advertiserAllowed('order', sql`c.account_id`)} as allowed from (select distinct account_id from asked) as c
    )
    select asked.account_id, asked.ad_id, companies.id as company, companies.credit_status, allowed.allowed,
      trim_scale(companies.credit_limit)::text as credit_limit, coalesce(used.amount, 0)::text as used, coalesce(own.amount, 0)::text as own
    from asked join companies on companies.id = asked.company_id join allowed on allowed.account_id = asked.account_id
      left join used on used.company_id = asked.company_id left join held as own on own.id = asked.ad_id`)
  const held = new Map(rows.map((row) => [row.ad_id, row]))
  const used = new Map(rows.map((row) => [row.company, micros(row.used)]))
  function heldFor({ ad_id }: Asking) {
    const row = required(held.get(ad_id), 'the credit of an ad')
    return { row, byOthers: required(used.get(row.company), 'what a company uses') - micros(row.own) }
  }
  return {
    roomFor(asking) {
      const { row, byOthers } = heldFor(asking)
      const { company, allowed, credit_status, credit_limit } = row
      const left = micros(credit_limit) - byOthers - micros(asking.amount)
      return { company, allowed, credit_status, credit_limit, used: fromMicros(byOthers), left: fromMicros(left) }
    },
    hold(asking) {
      const { row, byOthers } = heldFor(asking)
      used.set(row.company, byOthers + micros(asking.amount))
    },
  }
}

/** Computes the room for an ad's amount beside the company's other ads. */
export async function roomFor(db: Database, asked: Asking): Promise<Room> {
  return (await ledgerOf(db, [asked])).roomFor(asked)
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
export async function creditErrors(db: Database, records: readonly Asking[]): Promise<Verdict<Asking>> {
  const ledger = await ledgerOf(db, records)
  return {
    of: (record) => creditError(ledger.roomFor(record), record),
    // Its ad stays within the order (`termsErrors`), so that the order's amount is what it holds.
    done: (record) => ledger.hold(record),
  }
}
