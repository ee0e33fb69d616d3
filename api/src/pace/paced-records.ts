import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { ownAdvertiserScope, type Caller } from '../db/scope.ts'
import { migrationNumber } from '../db/schema-version.ts'
import { isComplete, type Backfill } from '../db/upgrade/backfills.ts'
import type { RankedValues, ValuesElsewhere } from '../resource/mapping/resource-mapping.ts'
import { campaignPlans, type RecordPlan } from './spend-plans.ts'

/** The pass that has stored statuses, paces and spent rates by their current rule (serving/statuses-backfill.ts). */
export const statusesRule = { name: 'statuses', since: migrationNumber('0026_list_orders') } as const satisfies Partial<Backfill>

/** Types of the stored values of a pace (contract, `Pace`). */
export const paceTypes = {
  spent: 'numeric',
  planned: 'bigint',
  gap: 'bigint',
  ratio: 'double precision',
  state: 'text',
  forecast: 'bigint',
  daily_to_spend: 'bigint',
  runs_out_on: 'date',
} as const

/** A kind of records whose paces are stored (docs/decisions/0029-paces.md), by names and columns of its tables. */
export interface PacedRecords {
  readonly records: SQL
  readonly budget: SQL
  /** Which records have a pace, besides those that are not deleted and whose period is not over. */
  readonly planned: SQL
  /** The table of the paces. */
  readonly paces: SQL
  /** The roll-up over all days. */
  readonly totals: SQL
  /** The record's column in both. */
  readonly id: SQL
  readonly stored: readonly (keyof typeof paceTypes)[]
  readonly plans: (db: Database, which: SQL, through: string) => Promise<RecordPlan[]>
}

export const pacedCampaigns: PacedRecords = {
  records: sql.raw('campaigns'),
  budget: sql.raw('campaigns.lifetime_budget'),
  planned: sql`true`,
  paces: sql.raw('campaign_paces'),
  totals: sql.raw('delivery_totals_campaign'),
  id: sql.raw('campaign_id'),
  stored: ['spent', 'planned', 'gap', 'ratio', 'state', 'forecast', 'daily_to_spend', 'runs_out_on'],
  plans: campaignPlans,
}

/** What a record has spent in percent of its budget; null without a budget. */
export const spentRate = ({ budget }: PacedRecords, gross: SQL): SQL => sql`round(coalesce(${gross}, 0) * 100 / nullif(${budget}, 0), 1)`

/** The fields of a record that its stored pace and its spend have, as expressions over its row. */
export function paceFields(paced: PacedRecords) {
  const { records, paces, totals, id } = paced
  const own = (table: SQL) => sql`${table}.advertiser_account_id = ${records}.advertiser_account_id and ${table}.${id} = ${records}.id`
  const paceOf = (value: string) => sql`(select ${sql.raw(value)} from ${paces} where ${own(paces)})`
  return {
    pace_state: paceOf('state'),
    pace_rate: paceOf('round(ratio::numeric * 100, 1)'),
    planned_spend: paceOf('planned'),
    forecast: paceOf('forecast'),
    // Everything that was delivered, with today's, also of records that have ended and no longer have a pace.
    spent_rate: spentRate(paced, sql`(select ${totals}.gross from ${totals} where ${own(totals)})`),
  }
}

/** The order of records by what is stored of their pace and spend, in the words of its indexes (db/schema). */
export function rankedPaces({
  records,
  budget,
  paces,
  totals,
  id,
}: PacedRecords): Record<'pace_rate' | 'forecast' | 'spent_rate', RankedValues> {
  const own = (table: SQL) => sql`${table}.advertiser_account_id = ${records}.advertiser_account_id and ${table}.${id} = ${records}.id`
  const ofPace = (column: SQL, value: SQL) => ({
    from: paces,
    own: own(paces),
    id: sql`${paces}.${id}`,
    value,
    known: sql`${column} is not null`,
  })
  const [ratio, forecast, spent] = [sql`${paces}.ratio`, sql`${paces}.forecast`, sql`${totals}.spent_rate`]
  return {
    pace_rate: ofPace(ratio, sql`round(${ratio}::numeric * 100, 1)`),
    forecast: ofPace(forecast, forecast),
    spent_rate: {
      from: totals,
      own: own(totals),
      id: sql`${totals}.${id}`,
      value: spent,
      known: sql`${spent} > 0`,
      isZero: sql`${budget} <> 0`,
      isComplete: (db) => isComplete(db, statusesRule),
    },
  }
}

/** The condition of a table's rows that a caller sees by their advertiser; null for agencies and reps, who see campaigns. */
export const ownRows = (caller: Caller): SQL | null => ownAdvertiserScope(caller, sql`advertiser_account_id`)

/** The records whose stored pace has one of some states. */
export function inPaceStates({ records, paces, id }: PacedRecords): ValuesElsewhere {
  const rows = (states: readonly string[]) => sql`${paces}.state in ${states}`
  return {
    from: paces,
    rows,
    condition: (states) => sql`(${records}.advertiser_account_id, ${records}.id) in (
      select ${paces}.advertiser_account_id, ${paces}.${id} from ${paces} where ${rows(states)})`,
    ids(states, caller) {
      const own = ownRows(caller)
      return own && sql`select ${id} from ${paces} where ${own} and ${rows(states)}`
    },
    async records(db, caller) {
      const { rows: sums } = await db.execute<{ records: string | null }>(
        sql`select sum(budgeted) as records from plan_sums where records = '${records}' and ${ownRows(caller) ?? sql`true`}`,
      )
      return Number(sums[0]?.records ?? 0)
    },
    // Most rows are found among the records that have spent, for which there is an index, and the others looked up. Without the offset
    // the planner would join these, too, and read the paces of all records for those of a few.
    of: (states, caller) => (advertiser, record) =>
      sql`(
      ${record} in (select ${id} from ${paces} where ${ownRows(caller) ?? sql`true`} and ${rows(states)} and spent > 0)
      or exists (select from ${paces}
        where ${paces}.advertiser_account_id = ${advertiser} and ${paces}.${id} = ${record} and ${rows(states)} offset 0))`,
  }
}
