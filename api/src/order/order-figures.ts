import { message, required, type OrderFigures } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { advertiserAllowed } from '../db/advertiser-allowed.ts'
import type { Database } from '../db/connect.ts'
import { ads } from '../db/schema.ts'
import type { Caller } from '../db/scope.ts'
import { isServable } from '../serving/serving.ts'
import { hasApprovedOrder } from '../serving/terms.ts'
import { holdersBeside, roomFor } from './credit-room.ts'
import { mayCall } from '../call/may-call.ts'

interface Asked extends Record<string, unknown> {
  readonly advertiser_account_id: number
  readonly amount: string
  readonly creative_group_id: number | null
  readonly product_id: number | null
  /** It is not ordered yet, and its advertiser may not start ads. */
  readonly held: boolean
  /** Its period is over. */
  readonly over: boolean
}

/** The ad's pending terms, else those that ordering it now would have. */
async function askedOf(db: Database, ad: number): Promise<Asked> {
  const { rows } = await db.execute<Asked>(sql`
    select ads.advertiser_account_id, trim_scale(case when waiting.id is null then ads.budget else waiting.amount end)::text as amount,
      case when waiting.id is null then ads.creative_group_id else waiting.creative_group_id end as creative_group_id,
      case when waiting.id is null then ads.product_id else waiting.product_id end as product_id,
      not ${hasApprovedOrder} and not ${advertiserAllowed('activate', ads.advertiser_account_id)} as held,
      coalesce(waiting.end_at, ads.end_at) <= now() as over
    from ads left join orders as waiting on waiting.advertiser_account_id = ads.advertiser_account_id and waiting.ad_id = ads.id
      and waiting.status = 'PENDING_APPROVAL' and waiting.deleted_at is null
    where ads.id = ${ad} limit 1`)
  return required(rows[0], 'a row of the answer')
}

async function creativesOf(
  db: Database,
  { advertiser_account_id, creative_group_id, product_id }: Asked,
): Promise<OrderFigures['creatives']> {
  const { rows } = await db.execute<OrderFigures['creatives'] & Record<string, unknown>>(sql`
    select count(*)::int as total, (count(*) filter (where ${isServable(sql`${product_id}::bigint`)}))::int as serving,
      (count(*) filter (where status = 'APPLIED'))::int as waiting
    from creatives where advertiser_account_id = ${advertiser_account_id} and creative_group_id = ${creative_group_id}::bigint and deleted_at is null`)
  return required(rows[0], 'a row of the answer')
}

/** The figures for ordering or approving an ad; the caller has checked that the ad is in scope. */
export async function orderFigures(db: Database, caller: Caller, ad: number): Promise<OrderFigures> {
  const asked = await askedOf(db, ad)
  const [room, creatives] = await Promise.all([roomFor(db, { ...asked, ad_id: ad }), creativesOf(db, asked)])
  const holders = mayCall(caller, 'order.review') ? (await holdersBeside(db, room)).filter(({ id }) => id !== ad) : []
  const { amount, held, over } = asked
  const { credit_limit, used, left, allowed } = room
  const refused = over ? message('order_ended') : allowed ? null : message('order_credit')
  return { amount, credit_limit, used, left, creatives, pauses: held && allowed, refused, ads: holders }
}
