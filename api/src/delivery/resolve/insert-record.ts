import { companyPlaceholders, searchForm, required } from '@adsite/contract'
import type { ClientBase } from 'pg'
import { requestContext } from '../../call/request-context.ts'

/** Where the records that a file may create are stored, by the names of their resources. */
const tables = {
  company: 'companies',
  advertiser: 'accounts',
  campaign: 'campaigns',
  ad: 'ads',
  creative_group: 'creative_groups',
  creative: 'creatives',
  pg: 'accounts',
  publisher_group: 'publisher_groups',
  publisher: 'publishers',
  medium: 'media',
  space: 'spaces',
  frame: 'frames',
} as const
export type CreatedEntity = keyof typeof tables

/** Writes the first history entry of a record that a file brought (spec/domain "Every row"). */
export async function logImport(
  client: ClientBase,
  userId: number | null,
  entity: CreatedEntity | 'delivery_file',
  id: number,
): Promise<void> {
  const key = requestContext.getStore()?.session?.key?.id ?? null
  await client.query(
    `insert into audit_log (entity, entity_id, user_id, api_key_id, action, source) values ($1, $2, $3, $4, 'create', 'import')`,
    [entity, id, userId, key],
  )
}

/** Inserts one row and the first entry of its history, and returns its id; a `name` also sets its searchable form. */
export async function insertRecord(
  client: ClientBase,
  userId: number | null,
  entity: CreatedEntity,
  values: Readonly<Record<string, unknown>>,
): Promise<number> {
  const row: Record<string, unknown> = { ...values, created_by: userId, updated_by: userId }
  if (typeof values['name'] === 'string') row['name_norm'] = searchForm(values['name'])
  const columns = Object.keys(row)
  const { rows } = await client.query<{ id: number }>(
    `insert into ${tables[entity]} (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    Object.values(row),
  )
  const { id } = required(rows[0], `the row inserted into ${tables[entity]}`)
  await logImport(client, userId, entity, id)
  return id
}

/** Inserts a company of which only the name is known: credit not reviewed, the smallest limit, provisional (`companyPlaceholders`). */
export async function insertNamedCompany(client: ClientBase, userId: number | null, name: string): Promise<number> {
  return insertRecord(client, userId, 'company', {
    name,
    enterprise_type: 'OTHER',
    prefecture: '13',
    ...companyPlaceholders,
    payment_type: 'INVOICE',
    credit_limit: '3000',
  })
}
