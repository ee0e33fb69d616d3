import { idsIn, type AnyResource, type Field } from '@adsite/contract'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { KitRecord } from '../base/resource-endpoints.ts'

/** Names by id, by the target of the references. */
type KnownNames = ReadonlyMap<string, ReadonlyMap<number, string>>

const KnownNamesContext = createContext<KnownNames>(new Map())

function namesIn({ fields }: AnyResource, record: KitRecord | undefined): KnownNames {
  const names = new Map<string, Map<number, string>>()
  for (const [field, { kind, target }] of Object.entries<Field>(fields)) {
    if (target === undefined || !record) continue
    const value = record[field]
    const known = names.get(target) ?? new Map<number, string>()
    names.set(target, known)
    for (const id of kind === 'references' ? idsIn(value) : [value]) {
      const name = record.refs[kind === 'references' ? `${field}.${String(id)}` : field]
      if (typeof id === 'number' && name !== undefined) known.set(id, name)
    }
  }
  return names
}

interface RecordNamesProps {
  readonly resource: AnyResource
  readonly record: KitRecord | undefined
  readonly children: ReactNode
}

/** A page of a record: its history and the like call what it refers to by name, also for roles that may not choose from those records. */
export function RecordNames({ resource, record, children }: RecordNamesProps): ReactNode {
  const names = useMemo(() => namesIn(resource, record), [resource, record])
  return <KnownNamesContext value={names}>{children}</KnownNamesContext>
}

/** The names of records of a target that the record of the page refers to. */
export function useKnownNames(target: string | undefined): ReadonlyMap<number, string> | undefined {
  const names = useContext(KnownNamesContext)
  return target === undefined ? undefined : names.get(target)
}
