import { mediumEndpoints } from '@adsite/contract'
import { ReferenceSelect, type InputProps } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useRevenueText } from './texts.ts'

/** The media of the group in the URL; searched on the server if they do not all fit. */
export function MediumInput({ id, label, value, onChange, onBlur, focusRef, described, invalid }: InputProps): ReactNode {
  const [search] = useSearchParams()
  const text = useRevenueText()
  const query = { publisher_group_id: search.get('publisher_group_id') ?? '', sort: 'name', limit: '50' }
  return (
    <ReferenceSelect
      id={id}
      focusRef={focusRef}
      endpoint={mediumEndpoints.select}
      among={{ list: mediumEndpoints.list, query }}
      label={label}
      multiple={false}
      placeholder={text('whole_group')}
      value={typeof value === 'number' ? [value] : []}
      onChange={(ids) => onChange(ids[0] ?? null)}
      onBlur={onBlur}
      aria-invalid={invalid}
      {...(described ? { 'aria-describedby': described } : {})}
      {...(invalid ? { status: 'error' as const } : {})}
    />
  )
}
