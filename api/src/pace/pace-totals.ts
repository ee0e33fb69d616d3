import type { PaceTotalName, PaceTotals } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import type { Matching, ResourceMapping } from '../resource/mapping/resource-mapping.ts'
import { ownRows, type PacedRecords } from './paced-records.ts'
import { arePlanSumsComplete } from './plan-sums.ts'

/** Value and number of records of each name, from the sums of `plan_sums` or of rows like them. */
const totals: Readonly<Record<PaceTotalName, { readonly value: SQL; readonly records: SQL }>> = {
  spent_rate: { value: sql`round(sum(gross) * 100 / nullif(sum(budget), 0), 1)`, records: sql`sum(budgeted)` },
  pace_rate: { value: sql`round(sum(spent) * 100 / nullif(sum(planned), 0), 1)`, records: sql`sum(rated)` },
  forecast: { value: sql`case when sum(forecasts) > 0 then sum(forecast) end`, records: sql`sum(forecasts)` },
}

/** The matching records that have a budget, with it and everything that they have spent. Ads that files made have none. */
const spentRows = (
  { records, budget, totals: delivered, id }: PacedRecords,
  matching: SQL,
) => sql`select ${budget} as budget, coalesce(${delivered}.gross, 0) as gross, 1 as budgeted from ${records}
  left join ${delivered} on ${delivered}.advertiser_account_id = ${records}.advertiser_account_id and ${delivered}.${id} = ${records}.id
  where ${matching} and ${budget} <> 0`

/** The paces of a condition. Spend before the first planned yen is in no ratio, neither of one record nor of all. */
const pacesOf = (paces: SQL, which: SQL) => sql`select case when ratio is not null then spent end as spent,
  case when ratio is not null then planned end as planned, (ratio is not null)::int as rated, forecast, (forecast is not null)::int as forecasts
  from ${paces} where ${which}`

/** The stored paces of the records that match. */
function pacedRows({ records, paces, id }: PacedRecords, { matching, keys }: Matching) {
  const matches = keys ?? sql`select ${records}.advertiser_account_id, ${records}.id from ${records} where ${matching}`
  return pacesOf(paces, sql`(${paces}.advertiser_account_id, ${paces}.${id}) in (${matches})`)
}

/** The stored sums of what a caller sees by its advertiser, or of what has one of some states. What is spent without a budget is in no rate. */
function wholeRows({ records, budget, totals: delivered, id }: PacedRecords, own: SQL, states: readonly string[] | null) {
  const sums = sql`select * from plan_sums where records = '${records}' and ${own}`
  return {
    spent: sql`select budget, gross, budgeted from (${sums}) as sums
      union all select 0, -gross, 0 from ${delivered} where ${own} and (advertiser_account_id, ${id}) in
        (select advertiser_account_id, id from ${records} where ${own} and deleted_at is null and ${budget} = 0)`,
    paced: states ? sql`${sums} and state in ${states}` : sums,
  }
}

/** Sums of the stored paces of all records that match a condition on them (contract, `paceTotals`). */
export const pacesTogether =
  (paced: PacedRecords): NonNullable<ResourceMapping['pacesTogether']> =>
  async (db, names, which, whole) => {
    async function of(rows: SQL, wanted: readonly PaceTotalName[]): Promise<PaceTotals> {
      if (wanted.length === 0) return {}
      const outputs = wanted.map((name) => {
        const { value, records } = totals[name]
        return sql`json_build_object('value', trim_scale(${value})::text, 'records', coalesce(${records}, 0)) as ${sql.identifier(name)}`
      })
      const found = await db.execute<PaceTotals & Record<string, unknown>>(
        sql`select ${sql.join(outputs, sql`, `)} from (${rows}) as matching`,
      )
      return found.rows[0] ?? {}
    }
    // Which records agencies and reps see can be read only from the records.
    const own = whole && ownRows(whole.caller)
    const rows = own && (await arePlanSumsComplete(db)) ? wholeRows(paced, own, whole.states) : null
    // What records of a state have spent of their budgets is of the records.
    const spentOfAll = whole?.states ? null : rows?.spent
    const [spent, planned] = await Promise.all([
      of(
        spentOfAll ?? spentRows(paced, which.matching),
        names.filter((name) => name === 'spent_rate'),
      ),
      of(
        rows?.paced ?? pacedRows(paced, which),
        names.filter((name) => name !== 'spent_rate'),
      ),
    ])
    return { ...spent, ...planned }
  }
