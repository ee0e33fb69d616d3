import { choiceLabel, creditStatuses, type Locale, type Text } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { advertiserAllowed } from '../db/allowance.ts'
import type { Database } from '../db/connect.ts'

type Stored = Readonly<Record<string, unknown>>

interface Room extends Record<string, unknown> {
  readonly allowed: boolean
  readonly credit_status: string
  readonly credit_limit: string
  /** Amount of the company's open orders, without this one. */
  readonly open: string
  /** By how much the limit would be exceeded; not above 0: it would not. */
  readonly excess: string
}

const yen = (amount: string, locale: Locale) => {
  const figure = Number(amount).toLocaleString('en', { maximumFractionDigits: 6 })
  return locale === 'ja' ? `${figure}円` : `¥${figure}`
}

/**
 * Locks the company of an advertiser until the transaction ends: approvals of its orders then take turns, and
 * each counts those before it (DOMAIN "order").
 */
export async function lockCompany(transaction: Database, { advertiser_account_id }: Stored): Promise<void> {
  await transaction.execute(
    sql`select c.id from companies c join accounts a on a.company_id = c.id where a.id = ${advertiser_account_id} for update of c`,
  )
}

/** An order is open from its approval until the period of its ad is over, or it is canceled. */
async function roomFor(db: Database, { id, advertiser_account_id, amount }: Stored): Promise<Room> {
  const { rows } = await db.execute<Room>(sql`
    select room.*, room.open::numeric + ${amount}::numeric - room.credit_limit as excess from (
      select c.credit_status, c.credit_limit, ${advertiserAllowed('order', sql`${advertiser_account_id}::bigint`)} as allowed,
        (select coalesce(sum(o.amount), 0) from orders o
           join accounts other on other.id = o.advertiser_account_id
           join ads on ads.advertiser_account_id = o.advertiser_account_id and ads.id = o.ad_id
         where other.company_id = c.id and o.status = 'APPROVED' and o.deleted_at is null and ads.end_at > now() and o.id <> ${id}) as open
      from companies c join accounts a on a.company_id = c.id where a.id = ${advertiser_account_id}) as room`)
  return rows[0]!
}

/** What of the company's credit stands in the way of an order's approval, and by how much; null: nothing. */
export async function creditFault(db: Database, record: Stored): Promise<Text | null> {
  const { allowed, credit_status, credit_limit, open, excess } = await roomFor(db, record)
  if (!allowed) {
    const status = choiceLabel(creditStatuses, credit_status) ?? { ja: credit_status, en: credit_status }
    return {
      ja: `企業の与信またはアカウントの状態により承認できません（与信：${status.ja}）。`,
      en: `The credit or the account of the advertiser does not allow orders (credit: ${status.en}).`,
    }
  }
  if (Number(excess) <= 0) return null
  const words = (locale: Locale) => [excess, credit_limit, open, String(record['amount'])].map((amount) => yen(amount, locale))
  const [over, limit, before, own] = words('ja')
  const [overEn, limitEn, beforeEn, ownEn] = words('en')
  return {
    ja: `与信枠を${over}超えるため承認できません（与信枠 ${limit}、承認済みの申込 ${before}、この申込 ${own}）。`,
    en: `This exceeds the credit limit by ${overEn} (limit ${limitEn}, approved orders ${beforeEn}, this order ${ownEn}).`,
  }
}
