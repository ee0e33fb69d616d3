import type { Field, Fields } from '../field/field.ts'
import type { AnyResource } from './resource.ts'
import type { Role } from '../role/role.ts'
import type { Text } from '../text/text.ts'

/** What a column of a list or of a file shows: a field, or something that every record carries. */
export type RecordColumn = Pick<
  Field,
  'kind' | 'label' | 'choices' | 'target' | 'roles' | 'describe' | 'maxLength' | 'empty' | 'decimals' | 'end'
>

/** Columns that every record has beside its fields (spec/domain "Every row"). */
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

/** Names under which the history of a record keeps what changed beside its own fields. */
export const relatedEntries = {
  /** Of a user: which accounts a user has is the administrator's to know. */
  default_account_id: { kind: 'reference', target: 'account', label: { ja: '既定のアカウント', en: 'Default account' }, roles: ['admin'] },
  /** Of an ad: a medium, an ad space or an article by its name. */
  exclusion: { kind: 'text', label: { ja: '除外した掲載先', en: 'Excluded place' } },
} as const satisfies Record<string, RecordColumn>

/** The related entry of that name, for roles that receive it. */
export function relatedEntry(name: string, role: Role): RecordColumn | undefined {
  const entry: RecordColumn | undefined = Object.hasOwn(relatedEntries, name)
    ? relatedEntries[name as keyof typeof relatedEntries]
    : undefined
  return entry?.roles && !entry.roles.includes(role) ? undefined : entry
}
