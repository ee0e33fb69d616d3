import { sql, type SQL } from 'drizzle-orm'
import type { Database, RootDatabase } from '../db/connect.ts'
import { migrationNumber } from '../db/schema-version.ts'
import { isComplete, type Backfill } from '../db/upgrade/backfills.ts'
import type { PacedRecords } from './paced-records.ts'

const rule = { name: 'plan_sums', since: migrationNumber('0028_sums_in_advance') } as const satisfies Partial<Backfill>

/** Whether `plan_sums` has everything: a pass has added what was there before its triggers. */
export const arePlanSumsComplete = (db: Database): Promise<boolean> => isComplete(db, rule)

const names = ['budget', 'budgeted', 'gross', 'spent', 'planned', 'rated', 'forecast', 'forecasts'] as const
type Sums = Readonly<Partial<Record<(typeof names)[number], SQL>>>

const listed = (part: (name: (typeof names)[number]) => SQL) => sql.join(names.map(part), sql`, `)
const columns = sql`records, advertiser_account_id, state, ${listed((name) => sql.identifier(name).getSQL())}`
/** Adds up rows of `plan_sums`; of what adds up to nothing no row is left. */
const merged = (rows: SQL) => {
  const sums = listed((name) => sql`sum(${sql.identifier(name)})`)
  return sql`select records, advertiser_account_id, state, ${sums} from ${rows} as parts group by 1, 2, 3
    having row(${sums}) <> row(${listed(() => sql`0`)})`
}

/** The same sums of the records as they are, for some advertisers: as the triggers of migration 0028 add up changes. */
export function sumsOfPlans({ records, budget, paces, totals }: PacedRecords, which: SQL): SQL {
  const of = (
    table: SQL,
    state: SQL,
    sums: Sums,
    where: SQL,
  ) => sql`select '${records}' as records, advertiser_account_id, ${state} as state,
    ${listed((name) => sql`${sums[name] ?? sql`0`} as ${sql.identifier(name)}`)} from ${table} where ${which} and ${where} group by 2, 3`
  const budgets = { budget: sql`sum(${budget})`, budgeted: sql`count(*) filter (where ${budget} <> 0)` }
  const ofPaces = {
    spent: sql`coalesce(sum(spent) filter (where ratio is not null), 0)`,
    planned: sql`coalesce(sum(planned) filter (where ratio is not null), 0)`,
    rated: sql`count(ratio)`,
    forecast: sql`coalesce(sum(forecast), 0)`,
    forecasts: sql`count(forecast)`,
  }
  return sql`${of(records, sql`''`, budgets, sql`deleted_at is null`)} union all ${of(totals, sql`''`, { gross: sql`sum(gross)` }, sql`true`)}
    union all ${of(paces, sql`coalesce(state, '')`, ofPaces, sql`true`)}`
}

/**
 * Adds what `plan_sums` lacks of some advertisers after the others. A statement sees each change together with the row that a trigger
 * has added for it, so nobody has to wait.
 */
export const planSums = (kinds: readonly PacedRecords[], advertisersAtOnce = 20): Backfill => ({
  ...rule,
  async step(transaction, position) {
    const { rows } = await transaction.execute<{ last: number | null; newest: number }>(sql`
      select (select max(id) from (select id from accounts where kind = 'advertiser' and id > ${position ?? '0'}::bigint
        order by id limit ${advertisersAtOnce}) as next) as last, (select max(id) from accounts where kind = 'advertiser') as newest`)
    const last = rows[0]?.last
    if (!last) return null
    const which = sql`advertiser_account_id > ${position ?? '0'}::bigint and advertiser_account_id <= ${last}`
    const now = kinds.map((paced) => sumsOfPlans(paced, which))
    const known = sql`select records, advertiser_account_id, state, ${listed((name) => sql`-${sql.identifier(name)}`)} from plan_sums where ${which}`
    await transaction.execute(
      sql`insert into plan_sums (${columns}) ${merged(sql`(${sql.join(now, sql` union all `)} union all ${known})`)}`,
    )
    return { position: String(last), progress: Math.floor((100 * last) / (rows[0]?.newest ?? last)) }
  },
})

/** Merges the rows of the same sums into one. */
export async function mergePlanSums(db: RootDatabase): Promise<void> {
  await db.execute(sql`
    with gone as (
      delete from plan_sums where (records, advertiser_account_id, state) in (
        select records, advertiser_account_id, state from plan_sums group by 1, 2, 3 having count(*) > 1)
      returning *
    )
    insert into plan_sums (${columns}) ${merged(sql`gone`)}`)
}
