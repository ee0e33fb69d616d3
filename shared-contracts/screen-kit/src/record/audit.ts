import type { RecordBase } from '@adsite/contract'

export interface Audit {
  readonly label: 'update' | 'delete'
  readonly by: string | null
  readonly at: string | null
}

/** The audit label, to the letter of spec/site "Audit label": update when updated_at is not null, delete otherwise. */
export function auditOf(record: RecordBase): Audit {
  return record.updated_at !== null
    ? { label: 'update', by: record.updated_by, at: record.updated_at }
    : { label: 'delete', by: record.deleted_by, at: record.deleted_at }
}
