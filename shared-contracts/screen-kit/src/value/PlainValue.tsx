import type { Field } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import type { ReactNode } from 'react'
import { useReferenceNames } from '../reference-select/use-reference-names.ts'
import { formatValue } from './format-value.ts'

interface PlainValueProps {
  readonly field: Field
  readonly value: unknown
}

const nothing = '—'

function ReferenceName({ target, id }: { target: string | undefined; id: number }): ReactNode {
  return useReferenceNames(target, [id]).get(id) ?? `#${id}`
}

/** A value that stands without its record (of a history, of a conflict), as text. */
export function PlainValue({ field, value }: PlainValueProps): ReactNode {
  const language = useLanguage()
  if (field.kind === 'reference' && typeof value === 'number') return <ReferenceName target={field.target} id={value} />
  return formatValue(field, value, language) ?? nothing
}
