import { visibleFields, type Role } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../db/connect.ts'
import { keptRendered } from '../../db/sql/rendered.ts'
import type { Caller } from '../../db/scope.ts'
import { linkedIds } from '../mapping/links.ts'
import { selectionOf, type ResourceMapping } from '../mapping/resource-mapping.ts'
import type { Row } from './present.ts'

/** Column of the row's position; no field can have this name. */
export const positionKey = '@position'
export type ListRow = Row & { readonly [positionKey]: string | null }

type Expressions = Readonly<Record<string, SQL | AnyPgColumn>>

const selected = (expressions: Expressions) =>
  sql.join(
    Object.entries(expressions).map(([name, expression]) => sql`${expression} as ${sql.identifier(name)}`),
    sql`, `,
  )

const selections = new Map<ResourceMapping, ReturnType<typeof keptRendered<Role>>>()

/** What is selected for all callers of a role: all but the links of which each caller sees their own. */
function ofRole(mapping: ResourceMapping, caller: Caller): SQL {
  const kept = selections.get(mapping) ?? keptRendered<Role>()
  selections.set(mapping, kept)
  return kept(caller.role, () => {
    const fields = visibleFields(mapping.resource, caller.role).filter((name) => !mapping.links?.[name]?.seenBy)
    return selected(selectionOf(mapping, caller, fields))
  })
}

/**
 * Reads the rows of a list as its caller sees them, with values as the driver reads them, which differ from those of columns in
 * nothing but the form of instants. `rest`: the statement from its condition on. `position`: where a row is in the list.
 */
export async function selectRows(
  db: Database,
  caller: Caller,
  mapping: ResourceMapping,
  rest: SQL,
  position: SQL<string | null> = sql`null`,
): Promise<ListRow[]> {
  const { resource, table, links = {} } = mapping
  const own: Record<string, SQL> = { [positionKey]: position }
  for (const name of visibleFields(resource, caller.role)) {
    const link = links[name]
    if (link?.seenBy) own[name] = linkedIds(link, table.id, caller)
  }
  const { rows } = await db.execute<ListRow>(sql`select ${ofRole(mapping, caller)}, ${selected(own)} from ${table} ${rest}`)
  return rows
}
