import { emptyText, formatValue, listSeparator, type RecordColumn } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import type { ReactNode } from 'react'
import { useReferenceNames } from '../reference-select/use-reference-names.ts'

interface PlainValueProps {
  readonly field: RecordColumn
  readonly value: unknown
}

function ReferenceNames({ target, ids }: { target: string | undefined; ids: readonly number[] }): ReactNode {
  const names = useReferenceNames(target, ids)
  const separator = listSeparator(useLanguage())
  return ids.map((id) => names.get(id) ?? `#${id}`).join(separator)
}

/** A value outside its record (in a history or a conflict), as text. */
export function PlainValue({ field, value }: PlainValueProps): ReactNode {
  const language = useLanguage()
  const ids = field.target === undefined ? [] : [value].flat().filter((id) => typeof id === 'number')
  if (ids.length > 0) return <ReferenceNames target={field.target} ids={ids} />
  return formatValue(field, value, language) ?? emptyText(field, language)
}
