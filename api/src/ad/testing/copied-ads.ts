import { sql } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'

/** Stores copies of an ad, named by its name and their number. Each was changed a minute before the former one. */
export async function copyAds(db: Database, model: number, count: number): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`select quote_ident(column_name) as name from information_schema.columns
    where table_name = 'ads' and table_schema = current_schema() and column_name not in ('id', 'name', 'updated_at')
      and is_generated = 'NEVER'`)
  const columns = sql.raw(rows.map(({ name }) => name).join(', '))
  await db.execute(sql`insert into ads (name, updated_at, ${columns})
    select name || number, now() - number * interval '1 minute', ${columns} from ads, generate_series(1, ${count}::int) as number
    where id = ${model}::bigint`)
}
