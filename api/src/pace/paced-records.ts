import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { campaignPlans, type RecordPlan } from './spend-plans.ts'

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

/** The fields of a record that its stored pace and its spend have, as expressions over its row. */
export function paceFields({ records, budget, paces, totals, id }: PacedRecords) {
  const own = (table: SQL) => sql`${table}.advertiser_account_id = ${records}.advertiser_account_id and ${table}.${id} = ${records}.id`
  const paceOf = (value: string) => sql`(select ${sql.raw(value)} from ${paces} where ${own(paces)})`
  return {
    pace_state: paceOf('state'),
    pace_rate: paceOf('round(ratio::numeric * 100, 1)'),
    planned_spend: paceOf('planned'),
    forecast: paceOf('forecast'),
    // Everything that was delivered, with today's, also of records that have ended and no longer have a pace.
    spent_rate: sql`round(coalesce((select ${totals}.gross from ${totals} where ${own(totals)}), 0) * 100 / nullif(${budget}, 0), 1)`,
  }
}

/** The condition of the records whose stored pace is one of some states. */
export const inPaceStates =
  ({ records, paces, id }: PacedRecords) =>
  (states: readonly string[]): SQL =>
    sql`(${records}.advertiser_account_id, ${records}.id) in (
    select ${paces}.advertiser_account_id, ${paces}.${id} from ${paces} where ${paces}.state in ${states})`
