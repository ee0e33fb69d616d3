import { idsIn } from '../mapping/links.ts'
import { message, required } from '@adsite/contract'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Author } from '../../call/author.ts'
import type { Database } from '../../db/connect.ts'
import { RequestError } from '../../error/request-error.ts'
import type { ResourceMapping } from '../mapping/resource-mapping.ts'
import { existingIds, tenantColumns } from '../search/targets.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Every reference in `values` must lead to a record that the author may refer to, and that is in use. One that `known` has
 * already is not new: what it leads to may have ended since, or have been deleted. Where record and target both belong to a
 * tenant of the same kind (an advertiser, a media group), it must be the same tenant, whoever writes: administrators and
 * agencies see several. A new record belongs to the tenant of the first reference, in the order of the resource's fields, that
 * leads to one.
 */
export async function checkReferences(
  db: Database,
  author: Author,
  mapping: ResourceMapping,
  values: Values,
  id: number | null,
  known: Values,
): Promise<void> {
  const errors: Record<string, string[]> = {}
  const references = Object.entries(mapping.resource.fields).flatMap(([name, { target }]) => {
    const before = idsIn(known[name])
    const ids = idsIn(values[name]).filter((referred) => !before.includes(referred))
    return target === undefined || ids.length === 0 ? [] : [{ name, target, ids }]
  })
  if (references.length === 0) return
  const { table } = mapping
  const columns = getTableColumns(table)
  const kinds = tenantColumns.filter((kind) => columns[kind] !== undefined)
  const selected = Object.fromEntries(kinds.map((kind) => [kind, sql<number | null>`${columns[kind]}`]))
  const [stored] = id === null || kinds.length === 0 ? [] : await db.select(selected).from(table).where(eq(table.id, id))
  const own = new Map(kinds.map((kind) => [kind, stored?.[kind] ?? null]))
  for (const { name, target, ids } of references) {
    const found = await existingIds(db, author, target, ids)
    const isForeign = (referred: number) =>
      kinds.some((kind) => {
        const tenant = found.get(referred)?.tenants[kind] ?? null
        if (own.get(kind) === null) own.set(kind, tenant)
        return tenant !== null && own.get(kind) !== tenant
      })
    if (ids.some((referred) => !found.has(referred) || isForeign(referred))) errors[name] = [message('not_found')]
    else if (ids.some((referred) => !required(found.get(referred), 'an entry of found').current))
      errors[name] = [message('reference_ended')]
  }
  if (Object.keys(errors).length > 0) throw new RequestError('validation_failed', { errors })
}
