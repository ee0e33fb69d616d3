import type { ClientBase } from 'pg'
import { figureNames } from './delivery-line.ts'

interface RollUp {
  readonly table: string
  /** Columns of its primary key, as expressions over a fact. */
  readonly key: Readonly<Record<string, string>>
  /** Which facts it adds up; all of them without. */
  readonly when?: string
}

/** Rows of `delivery_daily` for one day. */
const slices = 16

/**
 * Every roll-up of the facts (db/schema/delivery.ts), in the order in which they are written. Files of several
 * advertisers share some of their rows: all take them in this order and in that of the key, so they wait and
 * do not block each other.
 */
export const rollUps: readonly RollUp[] = [
  { table: 'delivery_daily', key: { day: 'day', slice: `mod(advertiser_account_id, ${slices})::int` } },
  { table: 'delivery_daily_advertiser', key: { advertiser_account_id: 'advertiser_account_id', day: 'day' } },
  {
    table: 'delivery_daily_campaign',
    key: { advertiser_account_id: 'advertiser_account_id', day: 'day', campaign_id: 'campaign_id' },
  },
  {
    table: 'delivery_monthly_campaign',
    key: { advertiser_account_id: 'advertiser_account_id', month: `date_trunc('month', day)::date`, campaign_id: 'campaign_id' },
  },
  {
    table: 'delivery_daily_advertiser_space',
    key: { advertiser_account_id: 'advertiser_account_id', day: 'day', space_id: 'coalesce(space_id, 0)' },
  },
  { table: 'delivery_totals_ad', key: { advertiser_account_id: 'advertiser_account_id', ad_id: 'ad_id' }, when: 'ad_id is not null' },
  {
    table: 'delivery_daily_space',
    key: { publisher_group_id: 'publisher_group_id', day: 'day', space_id: 'space_id' },
    when: 'publisher_group_id is not null and space_id is not null',
  },
]

const summed = ['facts', ...figureNames]
/** What tells the rows of every roll-up apart. */
const dimensions = ['advertiser_account_id', 'day', 'campaign_id', 'ad_id', 'space_id', 'publisher_group_id']

/** Rows with the columns of facts: a table or a subquery, and whose they are. */
export interface DeliveryRows {
  readonly rows: string
  /** An expression over a row. */
  readonly advertiser: string
}

/** The sums of some facts, as small as the roll-ups allow; those of `removed` count against them. */
function sumsOf({ rows, advertiser }: DeliveryRows, sign: '' | '-'): string {
  const key = dimensions.map((name) => (name === 'advertiser_account_id' ? `${advertiser} as ${name}` : name))
  const sums = [`${sign}count(*) as facts`, ...figureNames.map((name) => `${sign}sum(${name}) as ${name}`)]
  const grouped = dimensions.filter((name) => name !== 'advertiser_account_id' || advertiser === name)
  return `select ${[...key, ...sums].join(', ')} from ${rows} changed group by ${grouped.join(', ')}`
}

/**
 * Brings every roll-up up to date with facts that were added, and with those that were removed before, inside
 * the transaction that does so. One statement for each roll-up, whatever is added and removed.
 */
export async function updateRollUps(client: ClientBase, added: DeliveryRows, removed?: DeliveryRows): Promise<void> {
  const parts = [sumsOf(added, ''), ...(removed ? [sumsOf(removed, '-')] : [])]
  await client.query(`create temp table delivery_changes on commit drop as ${parts.join(' union all ')}`)
  await client.query('analyze delivery_changes')
  const sums = summed.map((name) => `sum(${name})`).join(', ')
  const add = summed.map((name) => `${name} = total.${name} + excluded.${name}`).join(', ')
  for (const { table, key, when = 'true' } of rollUps) {
    const columns = Object.keys(key).join(', ')
    const places = Object.keys(key).map((_, index) => index + 1)
    await client.query(`insert into ${table} as total (${columns}, ${summed.join(', ')})
      select ${Object.values(key).join(', ')}, ${sums} from delivery_changes where ${when}
      group by ${places.join(', ')} order by ${places.join(', ')}
      on conflict (${columns}) do update set ${add}`)
    if (removed)
      await client.query(`delete from ${table} where facts = 0
        and (${columns}) in (select ${Object.values(key).join(', ')} from delivery_changes where ${when})`)
  }
  await client.query('drop table delivery_changes')
}
