import { paceOf } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { lastDay, lastDaySql } from './last-day.ts'
import { paceTypes, type PacedRecords } from './paced-records.ts'

/**
 * Marks the paces of records as due; `which` is a condition on them. Records whose period is over, or that are not planned, get
 * none; one that such a record has is due, because it may have to go.
 */
export async function expectPaces(transaction: Database, { records, planned, paces, id }: PacedRecords, which: SQL): Promise<void> {
  await transaction.execute(sql`insert into ${paces} (advertiser_account_id, ${id})
    select ${records}.advertiser_account_id, ${records}.id from ${records}
    where ${which} and (${records}.end_at > now() and ${records}.deleted_at is null and ${planned} or exists (select from ${paces}
      where ${paces}.advertiser_account_id = ${records}.advertiser_account_id and ${paces}.${id} = ${records}.id))
    on conflict (advertiser_account_id, ${id}) do update set through = '-infinity'`)
}

const isDue = ({ paces }: PacedRecords, through: SQL) => sql`(${paces}.through < ${through} or ${paces}.through > ${through})`

/**
 * Whether any pace is due: its record has changed, or the last known day is another one. The ends of an index tell; for a condition on
 * days that are not known in advance, the planner would read all paces, every second.
 */
export const pacesAreDue = ({ paces }: PacedRecords): SQL =>
  sql`coalesce((select min(through) from ${paces}) < ${lastDaySql} or (select max(through) from ${paces}) > ${lastDaySql}, false)`

/**
 * Recomputes at most `atOnce` paces that are due and returns their number. Must be called by one process at a time. Deletes the
 * row of a record that is deleted or no longer planned, or whose last day is known.
 */
export async function settlePaces(transaction: Database, paced: PacedRecords, atOnce: number): Promise<number> {
  const { records, planned, paces, id, stored, plans } = paced
  const through = await lastDay(transaction)
  if (through === null) return 0
  const { rows: due } = await transaction.execute<{ advertiser_account_id: number; id: number }>(
    sql`select advertiser_account_id, ${id} as id from ${paces} where ${isDue(paced, sql`${through}::date`)} limit ${atOnce}`,
  )
  if (due.length === 0) return 0
  const ids = (column: 'advertiser_account_id' | 'id') => sql`${sql.param(due.map((row) => row[column]))}::bigint[]`
  const listed = sql`(select * from unnest(${ids('advertiser_account_id')}, ${ids('id')}))`
  const running = sql`${records}.deleted_at is null and ${records}.end_at > (${through}::date + 1)::timestamp at time zone 'Asia/Tokyo'
    and ${planned} and (${records}.advertiser_account_id, ${records}.id) in ${listed}`
  const values = (await plans(transaction, running, through)).map((plan) => {
    const pace = paceOf(plan)
    return { advertiser_account_id: plan.advertiser_account_id, id: plan.id, spent: plan.spent, ...pace, forecast: pace?.forecast?.likely }
  })
  const types = sql.raw(stored.map((name) => `${name} ${paceTypes[name]}`).join(', '))
  const set = sql.raw(stored.map((name) => `${name} = worked_out.${name}`).join(', '))
  await transaction.execute(sql`
    with worked_out as (
      select * from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as worked_out (advertiser_account_id bigint, id bigint, ${types})
    ), written as (
      update ${paces} set through = ${through}::date, ${set} from worked_out
      where ${paces}.advertiser_account_id = worked_out.advertiser_account_id and ${paces}.${id} = worked_out.id
    )
    delete from ${paces} where (advertiser_account_id, ${id}) in ${listed}
      and (advertiser_account_id, ${id}) not in (select advertiser_account_id, id from worked_out)`)
  return due.length
}
