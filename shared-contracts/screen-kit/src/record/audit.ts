import type { RecordBase } from '@adsite/contract'

export interface Audit {
  readonly label: 'update' | 'delete'
  readonly by: string | null
  readonly at: string | null
}

/** The audit label exactly as in spec/site "Audit label": update if updated_at is not null, otherwise delete. */
export function auditOf(record: RecordBase): Audit {
  return record.updated_at !== null
    ? { label: 'update', by: record.updated_by, at: record.updated_at }
    : { label: 'delete', by: record.deleted_by, at: record.deleted_at }
}
