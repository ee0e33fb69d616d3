import { message, revenueShare, type Text } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { jstToday } from '../db/jst-today.ts'
import { accounts, publisherGroups, revenueShares } from '../db/schema.ts'
import { revenueShareScope } from '../db/scope.ts'
import { defineMapping, type Guard, type StoredRecord, type WrittenRecord } from '../resource/mapping/resource-mapping.ts'
import { sharesChanged, type PricedDays } from '../delivery/roll-up/due-prices.ts'
import { verifyPeriod } from './verify-period.ts'

/** The medium's name, or the group's for a share of the whole group. */
const name = sql`(select coalesce(
  (select media.name from media
    where media.publisher_group_id = revenue_shares.publisher_group_id and media.id = revenue_shares.medium_id), publisher_groups.name)
  from publisher_groups where publisher_groups.id = revenue_shares.publisher_group_id)`

const phase = sql`(case when ${revenueShares.valid_from} > ${jstToday} then 'FUTURE'
  when ${revenueShares.valid_to} < ${jstToday} then 'PAST' else 'CURRENT' end)`

const pastIsImmutable: Guard<typeof revenueShare> = async () => ({
  of: ({ phase: own }) =>
    own === 'PAST' ? { ja: '終了した期間は変更できません。', en: 'A period that is over cannot be changed.' } : null,
})

const hasDelivery: Text = { ja: '配信のある期間は削除できません。', en: 'A period that has delivery cannot be deleted.' }

/** What was paid stays as agreed. A period of no delivery has paid nobody, such as one of a wrong year. */
const paidIsKept: Guard<typeof revenueShare> = async (db, _, records) => {
  const begun = records.flatMap((record) => (record.phase === 'FUTURE' ? [] : [record.id]))
  const { rows } = await db.execute<{ id: number }>(sql`select share.id from revenue_shares as share
    where share.id = any(${sql.param(begun)}::bigint[]) and exists (select from delivery_daily_space as daily
      where daily.publisher_group_id = share.publisher_group_id and daily.day between share.valid_from and coalesce(share.valid_to, 'infinity')
        and (share.medium_id is null or daily.space_id in (select spaces.id from spaces
          where spaces.publisher_group_id = share.publisher_group_id and spaces.medium_id = share.medium_id)))`)
  const paid = new Set(rows.map(({ id }) => id))
  return { of: ({ id }) => (paid.has(id) ? hasDelivery : null) }
}

const earlier = (a: string, b: string) => (a < b ? a : b)
const lastDay = ({ valid_to }: Pick<WrittenRecord<typeof revenueShare>, 'valid_to'>) => valid_to ?? '9999-12-31'

/** The days whose price a new or changed share may change; of the current one, only its end moves. */
function pricedDays(share: WrittenRecord<typeof revenueShare>, before: StoredRecord<typeof revenueShare> | null): PricedDays {
  if (!before) return { from: share.valid_from, to: lastDay(share) }
  const [former, now] = [lastDay(before), lastDay(share)]
  const from = before.phase === 'CURRENT' ? earlier(former, now) : earlier(before.valid_from, share.valid_from)
  return { from, to: former > now ? former : now }
}

/** Mirrors the exclusion constraint of the table: same media group, same medium or none, and a day in common. */
function overlap(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  const isOfSame = (['publisher_group_id', 'medium_id'] as const).every((field) => (one[field] ?? null) === (other[field] ?? null))
  const [first, last] = [
    (share: typeof one) => String(share['valid_from']),
    (share: typeof one) => String(share['valid_to'] ?? '9999-12-31'),
  ]
  return isOfSame && first(one) <= last(other) && first(other) <= last(one)
}

/** An exclusion constraint keeps periods from overlapping, also under concurrent inserts. */
export const revenueShareMapping = defineMapping({
  resource: revenueShare,
  table: revenueShares,
  scope: revenueShareScope,
  derived: { name, phase },
  guards: { update: pastIsImmutable, delete: paidIsKept },
  fourEyesAccounts: ({ publisher_group_id }) =>
    sql`${accounts.id} in (select unnest(array[account_id, ptd_account_id]) from ${publisherGroups} where id = ${publisher_group_id}::bigint)`,
  exclude: overlap,
  validate: verifyPeriod,
  afterWrite: (transaction, _, share, __, before) => sharesChanged(transaction, share.publisher_group_id, pricedDays(share, before)),
  afterDelete: (transaction, _, share) => sharesChanged(transaction, share.publisher_group_id, pricedDays(share, null)),
  exclusive: { revenue_shares_no_overlap: { valid_from: [message('period_overlap')] } },
})
