import { bulkLimit, message, type labellingEndpoint } from '@adsite/contract'
import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { Call } from '../call/handler.ts'
import type { Database } from '../db/connect.ts'
import { RequestError } from '../error/request-error.ts'
import { knownDelivery } from '../resource/read/list-delivery.ts'
import { matchingRows } from '../resource/read/list.ts'
import type { ResourceMapping } from '../resource/mapping/resource-mapping.ts'
import { existingIds } from '../resource/search/targets.ts'
import type { labelLinks } from '../db/label-links.ts'

type LabellingCall = Call<ReturnType<typeof labellingEndpoint>>

const invalid = (field: string, ...text: Parameters<typeof message>) =>
  new RequestError('validation_failed', { errors: { [field]: [message(...text)] } })

/** The records of a call; refused if any id is none that the caller sees. */
async function meantIds(
  transaction: Database,
  { session, body: { ids, filter } }: LabellingCall,
  mapping: ResourceMapping,
): Promise<number[]> {
  if ((ids === undefined) === (filter === undefined)) throw invalid('ids', 'invalid')
  const { table } = mapping
  const wanted = new Set(ids)
  const which = filter
    ? matchingRows(mapping, session, filter, await knownDelivery(transaction, mapping, session, filter, []))
    : and(inArray(table.id, [...wanted]), mapping.scope(session), isNull(table.deleted_at))
  const rows = await transaction
    .select({ id: table.id })
    .from(table)
    .where(which)
    .limit(bulkLimit + 1)
  if (rows.length > bulkLimit) throw invalid('filter', 'rows_many', bulkLimit)
  if (!filter && rows.length < wanted.size) throw invalid('ids', 'not_found')
  return rows.map(({ id }) => id)
}

/** Puts labels on records or takes them off (contract `labellingEndpoint`), in one transaction. */
export async function labelRecords(call: LabellingCall, mapping: ResourceMapping, { table, own }: (typeof labelLinks)['campaign' | 'ad']) {
  const { db, session, body } = call
  const both = body.add.find((id) => body.remove.includes(id))
  if (both !== undefined || body.add.length + body.remove.length === 0) throw invalid('add', 'choice')
  return db.transaction(async (transaction) => {
    for (const field of ['add', 'remove'] as const) {
      if (body[field].length === 0) continue
      const known = await existingIds(transaction, session, 'label', body[field])
      if (body[field].some((id) => !known.has(id))) throw invalid(field, 'not_found')
    }
    const ids = await meantIds(transaction, call, mapping)
    const [account, author, record] = [sql`${session.account_id}::bigint`, sql`${session.user.id}::bigint`, sql.identifier(own.name)]
    const records = sql`${sql.param(ids)}::bigint[]`
    const put = sql`
      insert into ${table} (account_id, label_id, advertiser_account_id, ${record}, created_by)
      select ${account}, label_id, records.advertiser_account_id, records.id, ${author}
      from ${mapping.table} as records cross join unnest(${sql.param(body.add)}::bigint[]) as label_id
      where records.id = any(${records}) on conflict do nothing returning ${record} as id`
    const taken = sql`
      delete from ${table} where account_id = ${account} and label_id = any(${sql.param(body.remove)}::bigint[]) and ${record} = any(${records})
      returning ${record} as id`
    const changed = [...(await transaction.execute<{ id: number }>(put)).rows, ...(await transaction.execute<{ id: number }>(taken)).rows]
    return { data: { total: ids.length, changed: new Set(changed.map(({ id }) => id)).size } }
  })
}
