import { useApiQuery } from '@adsite/api-client'
import { mediumEndpoints } from '@adsite/contract'
import type { InputProps } from '@adsite/screen-kit'
import { Select } from 'antd'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useRevenueText } from './texts.ts'

/** The media of the group that the address names; searched on the server where there are more than fit. */
export function MediumInput({ id, value, onChange, onBlur, focusRef, described, invalid }: InputProps): ReactNode {
  const [search] = useSearchParams()
  const text = useRevenueText()
  const [q, setQ] = useState('')
  const publisher_group_id = search.get('publisher_group_id') ?? ''
  const { data } = useApiQuery(
    mediumEndpoints.list,
    { query: { publisher_group_id, q, sort: 'name', limit: '100' } },
    { keepPrevious: true },
  )
  return (
    <Select
      id={id}
      ref={focusRef as never}
      allowClear
      placeholder={text('whole_group')}
      value={typeof value === 'number' ? value : null}
      options={(data?.data ?? []).map((medium) => ({ value: medium.id, label: medium.name }))}
      showSearch={{ filterOption: false, onSearch: setQ }}
      onChange={(medium?: number | null) => onChange(medium ?? null)}
      onBlur={onBlur}
      aria-invalid={invalid}
      {...(described ? { 'aria-describedby': described } : {})}
      {...(invalid ? { status: 'error' as const } : {})}
    />
  )
}
