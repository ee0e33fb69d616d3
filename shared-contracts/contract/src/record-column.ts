import type { Field, Fields } from './field.ts'
import type { AnyResource } from './resource.ts'
import type { Role } from './role.ts'
import type { Text } from './text.ts'

/** What a column of a list or of a file shows: a field, or something that every record carries. */
export type RecordColumn = Pick<Field, 'kind' | 'label' | 'choices' | 'target' | 'roles' | 'describe' | 'maxLength' | 'empty'>

/** Columns that every record has beside its fields (DOMAIN "On every row"). */
export const recordColumns = {
  id: { kind: 'integer', label: { ja: 'ID', en: 'ID' } },
  version: { kind: 'integer', label: { ja: 'バージョン', en: 'Version' } },
  created_at: { kind: 'datetime', label: { ja: '登録日時', en: 'Created' } },
  created_by: { kind: 'text', label: { ja: '登録者', en: 'Created by' } },
  updated_at: { kind: 'datetime', label: { ja: '更新日時', en: 'Updated' } },
  updated_by: { kind: 'text', label: { ja: '更新者', en: 'Updated by' } },
} as const satisfies Record<string, { kind: Field['kind']; label: Text }>

/** The column of that name; undefined when the resource has none. */
export function recordColumn(resource: AnyResource, name: string): RecordColumn | undefined {
  if (Object.hasOwn(resource.fields, name)) return (resource.fields as Fields)[name]
  return Object.hasOwn(recordColumns, name) ? recordColumns[name as keyof typeof recordColumns] : undefined
}

/** Names of the columns that a role may show and export: the resource's fields, then those of every record. */
export function columnNames(resource: AnyResource, role: Role): string[] {
  const fields = Object.entries(resource.fields as Fields).filter(([, { roles }]) => !roles || roles.includes(role))
  return [...fields.map(([name]) => name), ...Object.keys(recordColumns)]
}
