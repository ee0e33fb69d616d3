import type { PaceTotalName, PaceTotals } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import type { ResourceMapping, WholePaces } from '../resource/mapping/resource-mapping.ts'
import { ownRows, type PacedRecords } from './paced-records.ts'

/** Value and number of records of each name, from the rows of `spentRows` or `pacedRows`. */
const sums: Readonly<Record<PaceTotalName, { readonly value: SQL; readonly records: SQL }>> = {
  spent_rate: { value: sql`round(sum(coalesce(gross, 0)) * 100 / nullif(sum(budget), 0), 1)`, records: sql`coalesce(sum(records), 0)` },
  // Spend before the first planned yen is in no ratio, neither of one record nor of all.
  pace_rate: {
    value: sql`round(sum(spent) filter (where ratio is not null) * 100 / nullif(sum(planned) filter (where ratio is not null), 0), 1)`,
    records: sql`count(ratio)`,
  },
  forecast: { value: sql`sum(forecast)`, records: sql`count(forecast)` },
}

/** The matching records that have a budget, with it and everything that they have spent. Ads that files made have none. */
const spentRows = (
  { records, budget, totals, id }: PacedRecords,
  matching: SQL,
) => sql`select ${budget} as budget, ${totals}.gross, 1 as records
  from ${records} left join ${totals} on ${totals}.advertiser_account_id = ${records}.advertiser_account_id and ${totals}.${id} = ${records}.id
  where ${matching} and ${budget} <> 0`

/**
 * Budgets, sums and paces each from their own table, so that no record is looked up for the others. Null where only the records tell
 * which rows these are.
 */
function wholeRows({ records, budget, totals, paces, id }: PacedRecords, { caller, states }: WholePaces) {
  const own = ownRows(caller)
  if (!own) return null
  return {
    spent: states
      ? null
      : sql`select budget, gross - coalesce(unbought, 0) as gross, records from
      (select sum(${budget}) as budget, count(*) filter (where ${budget} <> 0) as records from ${records} where ${own} and deleted_at is null) as bought
      cross join (select sum(gross) as gross from ${totals} where ${own}) as delivered
      cross join (select sum(gross) as unbought from ${totals} where ${own} and (advertiser_account_id, ${id}) in
        (select advertiser_account_id, id from ${records} where ${own} and deleted_at is null and ${budget} = 0)) as beside`,
    paced: sql`select spent, planned, ratio, forecast from ${paces} where ${own} ${states ? sql`and state in ${states}` : sql``}`,
  }
}

/** The stored paces of the records that match. */
const pacedRows = ({ records, paces, id }: PacedRecords, matching: SQL) => sql`select spent, planned, ratio, forecast from ${paces}
  where (${paces}.advertiser_account_id, ${paces}.${id}) in (select ${records}.advertiser_account_id, ${records}.id from ${records} where ${matching})`

/** Sums of the stored paces of all records that match a condition on them (contract, `paceTotals`). */
export const pacesTogether =
  (paced: PacedRecords): NonNullable<ResourceMapping['pacesTogether']> =>
  async (db, names, matching, whole) => {
    async function of(rows: SQL, wanted: readonly PaceTotalName[]): Promise<PaceTotals> {
      if (wanted.length === 0) return {}
      const totals = wanted.map((name) => {
        const { value, records } = sums[name]
        return sql`json_build_object('value', trim_scale(${value})::text, 'records', ${records}) as ${sql.identifier(name)}`
      })
      const found = await db.execute<PaceTotals & Record<string, unknown>>(
        sql`select ${sql.join(totals, sql`, `)} from (${rows}) as matching`,
      )
      return found.rows[0] ?? {}
    }
    const rows = whole && wholeRows(paced, whole)
    const [spent, planned] = await Promise.all([
      of(
        rows?.spent ?? spentRows(paced, matching),
        names.filter((name) => name === 'spent_rate'),
      ),
      of(
        rows?.paced ?? pacedRows(paced, matching),
        names.filter((name) => name !== 'spent_rate'),
      ),
    ])
    return { ...spent, ...planned }
  }
