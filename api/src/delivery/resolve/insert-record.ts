import { companyPlaceholders, searchForm, required } from '@adsite/contract'
import type { ClientBase } from 'pg'
import { requestContext } from '../../call/request-context.ts'

/** Inserts one row and returns its id; a `name` also sets its searchable form. */
export async function insertRecord(
  client: ClientBase,
  userId: number | null,
  table: string,
  values: Readonly<Record<string, unknown>>,
): Promise<number> {
  const row: Record<string, unknown> = { ...values, created_by: userId, updated_by: userId }
  if (typeof values['name'] === 'string') row['name_norm'] = searchForm(values['name'])
  const columns = Object.keys(row)
  const { rows } = await client.query<{ id: number }>(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    Object.values(row),
  )
  return required(rows[0], `the row inserted into ${table}`).id
}

/** Writes the first history entry of a record that a file created (spec/domain "Every row"). */
export async function logImport(client: ClientBase, userId: number | null, entity: string, id: number): Promise<void> {
  const key = requestContext.getStore()?.session?.key?.id ?? null
  await client.query(
    `insert into audit_log (entity, entity_id, user_id, api_key_id, action, source) values ($1, $2, $3, $4, 'create', 'import')`,
    [entity, id, userId, key],
  )
}

/** Inserts a company of which only the name is known: credit not reviewed, the smallest limit, provisional (`companyPlaceholders`). */
export async function insertNamedCompany(client: ClientBase, userId: number | null, name: string): Promise<number> {
  const id = await insertRecord(client, userId, 'companies', {
    name,
    enterprise_type: 'OTHER',
    prefecture: '13',
    ...companyPlaceholders,
    payment_type: 'INVOICE',
    credit_limit: '3000',
  })
  await logImport(client, userId, 'company', id)
  return id
}
