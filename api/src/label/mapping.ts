import { label, labelLimit, message } from '@adsite/contract'
import { and, isNull, sql } from 'drizzle-orm'
import { labels } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'
import { labelScope } from '../db/scope.ts'

export const labelMapping = defineMapping({
  resource: label,
  table: labels,
  scope: labelScope,
  unique: { labels_name: 'name' },
  async insertDefaults(_, transaction, author) {
    // Serialised, so that concurrent creates are counted one after the other.
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`label:${author.account_id}`}, 0))`)
    const own = and(labelScope(author), isNull(labels.deleted_at))
    if ((await transaction.$count(labels, own)) >= labelLimit)
      throw new RequestError('validation_failed', { errors: { name: [message('too_many', labelLimit)] } })
    return { account_id: sql`${author.account_id}::bigint` }
  },
})
