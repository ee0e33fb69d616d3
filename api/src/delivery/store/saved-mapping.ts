import type { ClientBase } from 'pg'
import { DeliveryError } from '../error/delivery-error.ts'

/** Reads the mapping saved for a source; refuses the file if there is none. */
export async function savedMapping(client: ClientBase, source: string): Promise<string> {
  const { rows } = await client.query<{ map: string }>('select map from delivery_mappings where source = $1', [source])
  if (!rows[0]) throw new DeliveryError('map', 'map_not_saved', { source })
  return rows[0].map
}

/** Saves a mapping for further files of its source, replacing the former one. */
export async function saveMapping(client: ClientBase, source: string, map: string, userId: number | null): Promise<void> {
  await client.query(
    `insert into delivery_mappings (source, map, updated_by) values ($1, $2, $3)
     on conflict (source) do update set map = excluded.map, updated_by = excluded.updated_by, updated_at = now()`,
    [source, map, userId],
  )
}
