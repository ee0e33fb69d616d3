import { deliveryFigureNames, optionalDeliveryFigures } from '@adsite/contract'
import { longPeriod } from '../../db/schema.ts'
import { periodPrefix } from '../../db/upgrade/kept-periods.ts'

interface RollUp {
  readonly table: string
  /** Columns of its primary key, as expressions over a fact. */
  readonly key: Readonly<Record<string, string>>
  /** Condition on the facts that it sums; all by default. */
  readonly when?: string
  /** Also stores first and last day. */
  readonly days?: true
}

/** A connection, or a transaction on one. */
export interface Queries {
  readonly query: (text: string) => Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>
}

/** Rows of `delivery_daily` per day. */
const slices = 16

/** Facts without a space belong to no supply account. */
const ofSpaces = 'publisher_group_id is not null and space_id is not null'

/** Sums by frame and device. Releases before 0025 do not write them; they are read where it is known to be complete (frame-sums.ts). */
export const frameRollUp = {
  table: 'delivery_daily_frame',
  key: {
    publisher_group_id: 'publisher_group_id',
    day: 'day',
    space_id: 'space_id',
    frame_id: 'coalesce(frame_id, 0)',
    device: `coalesce(device, '')`,
  },
  when: ofSpaces,
} as const satisfies RollUp

/** Selects the days of the periods whose passes match a condition. */
export const keptPeriods = (
  which = 'true',
) => `select split_part(days, '..', 1)::date as first_day, split_part(days, '..', 2)::date as last_day
  from (select substr(name, ${periodPrefix.length + 1}) as days from backfills where starts_with(name, '${periodPrefix}') and ${which}) as kept`

export interface PeriodRollUp extends RollUp {
  /** Has only long periods (`longPeriod`). */
  readonly long?: true
  /** A roll-up that has the same sums by day; the facts by default, advertiser by advertiser. */
  readonly from?: string
}

const period = { first_day: 'first_day', last_day: 'last_day' }
const ofCampaign = { campaign_id: 'campaign_id', advertiser_account_id: 'advertiser_account_id' }

/**
 * Sums over the periods that are kept; 0 holds delivery with an unknown record. Former releases do not write them all: they are read
 * where a period is known to be complete.
 */
export const periodRollUps: readonly PeriodRollUp[] = [
  { table: 'delivery_period_ads', key: { ...period, ad_id: 'coalesce(ad_id, 0)', ...ofCampaign } },
  { table: 'delivery_period_creatives', key: { ...period, creative_id: 'coalesce(creative_id, 0)', ...ofCampaign } },
  { table: 'delivery_period_campaigns', key: { ...period, ...ofCampaign } },
  {
    table: 'delivery_period_spaces',
    key: { ...period, space_id: 'space_id', publisher_group_id: 'publisher_group_id' },
    when: ofSpaces,
    long: true,
    from: 'delivery_daily_space',
  },
]

const dailyRollUps: readonly RollUp[] = [
  { table: 'delivery_daily', key: { day: 'day', slice: `mod(advertiser_account_id, ${slices})::int` } },
  { table: 'delivery_daily_advertiser', key: { advertiser_account_id: 'advertiser_account_id', day: 'day' } },
  {
    table: 'delivery_daily_campaign',
    key: { advertiser_account_id: 'advertiser_account_id', day: 'day', campaign_id: 'campaign_id' },
  },
  {
    table: 'delivery_ten_day_campaign',
    key: {
      advertiser_account_id: 'advertiser_account_id',
      ten_days: `date_trunc('month', day)::date + least((extract(day from day)::int - 1) / 10, 2) * 10`,
      campaign_id: 'campaign_id',
    },
  },
  {
    table: 'delivery_monthly_campaign',
    key: { advertiser_account_id: 'advertiser_account_id', month: `date_trunc('month', day)::date`, campaign_id: 'campaign_id' },
  },
  {
    table: 'delivery_totals_campaign',
    key: { advertiser_account_id: 'advertiser_account_id', campaign_id: 'campaign_id' },
    days: true,
  },
  {
    table: 'delivery_daily_advertiser_space',
    key: { advertiser_account_id: 'advertiser_account_id', day: 'day', space_id: 'coalesce(space_id, 0)' },
  },
  { table: 'delivery_totals_ad', key: { advertiser_account_id: 'advertiser_account_id', ad_id: 'ad_id' }, when: 'ad_id is not null' },
  {
    table: 'delivery_daily_space',
    key: { publisher_group_id: 'publisher_group_id', day: 'day', space_id: 'space_id' },
    when: ofSpaces,
  },
  frameRollUp,
]

/**
 * Every roll-up of the facts (db/schema/delivery/delivery.ts) in the order in which they are written. Files of
 * several advertisers share rows; all write them in this order and in that of the key, so that they do not
 * deadlock.
 */
export const rollUps: readonly RollUp[] = [...dailyRollUps, ...periodRollUps]

/** A column of a roll-up: its value for a set of changes, and how further changes update it. */
interface RollUpFigure {
  readonly name: string
  readonly of: string
  readonly add: string
}
/** Sums over facts, besides their number. For a figure that may be unknown, the facts without it are counted. */
export const factSums: Readonly<Record<string, string>> = Object.fromEntries([
  ...deliveryFigureNames.map((name) => [name, `coalesce(sum(${name}), 0)`]),
  ...optionalDeliveryFigures.map((name) => [`unknown_${name}`, `count(*) - count(${name})`]),
])
export const countedFigures = [{ name: 'facts', of: 'count(*)' }, ...Object.entries(factSums).map(([name, of]) => ({ name, of }))]
export const summedFigures = ['facts', ...Object.keys(factSums)].map((name): RollUpFigure => ({
  name,
  of: `sum(${name})`,
  add: `total.${name} + excluded.${name}`,
}))
const firstAndLast: readonly RollUpFigure[] = [
  { name: 'first_day', of: 'min(day)', add: 'least(total.first_day, excluded.first_day)' },
  { name: 'last_day', of: 'max(day)', add: 'greatest(total.last_day, excluded.last_day)' },
]
const recordsOfFact = ['advertiser_account_id', 'campaign_id', 'ad_id', 'creative_id', 'space_id', 'publisher_group_id']
/** Columns that distinguish the rows of all roll-ups, and ads in frames (advertisements.ts). */
const dimensions = ['day', ...recordsOfFact, 'frame_id', 'device']

function sumsOf(facts: string, sign: '' | '-'): string {
  const sums = countedFigures.map(({ name, of }) => `${sign}(${of}) as ${name}`)
  return `select ${[...dimensions, ...sums].join(', ')} from ${facts} group by ${dimensions.join(', ')}`
}

/**
 * Sums the added facts (a table, optionally with a condition) into the temporary table `delivery_changes`, from
 * which everything else is derived. It is dropped at the end of the transaction.
 */
export async function collectChanges(client: Queries, added: string): Promise<void> {
  await client.query(`create temp table delivery_changes on commit drop as ${sumsOf(added, '')}`)
  await client.query('analyze delivery_changes')
}

/**
 * Sums the collected changes by period into the temporary table `delivery_period_changes`. A period whose pass begins later is not in
 * it: that pass waits until the facts are committed, because the tables that it fills are locked first.
 */
async function collectPeriodChanges(client: Queries): Promise<void> {
  await client.query(`lock table ${periodRollUps.map(({ table }) => table).join(', ')} in row exclusive mode`)
  const sums = summedFigures.map(({ name, of }) => `${of} as ${name}`).join(', ')
  const daily = ['day', ...recordsOfFact].join(', ')
  const columns = [...Object.values(period), ...recordsOfFact].join(', ')
  await client.query(`create temp table delivery_period_changes as
    select ${columns}, ${sums} from (select ${daily}, ${sums} from delivery_changes group by ${daily}) as daily
    join (${keptPeriods()}) as period on day between first_day and last_day group by ${columns}`)
  await client.query('analyze delivery_period_changes')
}

/** Updates a roll-up with changes (a table with a condition): adds them, and deletes rows of which they have left no fact. */
async function updateRollUp(client: Queries, { table, key, days }: RollUp, changes: string, removes: boolean): Promise<void> {
  const columns = Object.keys(key).join(', ')
  const places = Object.keys(key).map((_, index) => index + 1)
  const figures = [...summedFigures, ...(days ? firstAndLast : [])]
  await client.query(`insert into ${table} as total (${columns}, ${figures.map(({ name }) => name).join(', ')})
    select ${[...Object.values(key), ...figures.map(({ of }) => of)].join(', ')} from ${changes}
    group by ${places.join(', ')} order by ${places.join(', ')}
    on conflict (${columns}) do update set ${figures.map(({ name, add }) => `${name} = ${add}`).join(', ')}`)
  if (removes)
    await client.query(`delete from ${table} where facts = 0 and (${columns}) in (select ${Object.values(key).join(', ')} from ${changes})`)
}

/**
 * Updates every roll-up with the collected changes, and with removed facts (a table with them), in the
 * transaction that changes the facts. Runs one statement per roll-up.
 */
export async function updateRollUps(client: Queries, removed?: string): Promise<void> {
  const removes = removed !== undefined
  if (removes) await client.query(`insert into delivery_changes ${sumsOf(removed, '-')}`)
  // Without these, the sums by frame and of periods count as incomplete (the triggers of migrations 0025 and 0029).
  await client.query(`set local adsite.frame_sums = 'kept'; set local adsite.delivery_periods = 'all'`)
  for (const rollUp of dailyRollUps) await updateRollUp(client, rollUp, `delivery_changes where ${rollUp.when ?? 'true'}`, removes)
  await collectPeriodChanges(client)
  for (const rollUp of periodRollUps) {
    const which = `${rollUp.when ?? 'true'} and ${rollUp.long ? longPeriod : 'true'}`
    await updateRollUp(client, rollUp, `delivery_period_changes where ${which}`, removes)
  }
  await client.query('drop table delivery_period_changes')
  // Their status may have changed (serving/settle-changed-campaigns.ts).
  await client.query(`insert into changed_campaigns (advertiser_account_id, campaign_id)
    select distinct advertiser_account_id, campaign_id from delivery_changes`)
}
