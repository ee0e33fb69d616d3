import { useApiQuery } from '@adsite/api-client'
import type { selectEndpoint } from '@adsite/contract'
import { useText } from '@adsite/i18n'
import { Select, Spin } from 'antd'
import { useEffect, useState, type ReactNode, type Ref } from 'react'
import { RetryButton } from '../base/RetryButton.tsx'

const none = { ja: '該当するものがありません', en: 'No match' }
const unnamed = { ja: '（ID {{id}}）', en: '(ID {{id}})' }

/** Typing is over when no key came for this long (ms). */
const pause = 250

function usePaused(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

interface ReferenceSelectProps {
  /** The select list that is searched: at most 50 names at a time, those that match what was typed. */
  readonly endpoint: ReturnType<typeof selectEndpoint>
  /** Ids that are chosen; their names are asked for where the list does not have them. */
  readonly value: readonly number[]
  readonly onChange: (ids: number[]) => void
  readonly multiple: boolean
  readonly placeholder: string
  /** The accessible name. */
  readonly label: string
  readonly id?: string
  readonly disabled?: boolean
  readonly onBlur?: () => void
  readonly focusRef?: Ref<{ focus: () => void }>
  readonly status?: 'error'
  readonly 'aria-required'?: boolean
  readonly 'aria-invalid'?: boolean
  readonly 'aria-describedby'?: string
}

/** Chooses records by name from a select list on the server; works with any number of records. */
export function ReferenceSelect({ endpoint, value, onChange, multiple, label, focusRef, ...others }: ReferenceSelectProps): ReactNode {
  const text = useText()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const q = usePaused(typed)
  const found = useApiQuery(endpoint, { query: q === '' ? {} : { q } }, { enabled: open, keepPrevious: true })
  // Asked for once per set of ids: what is chosen from the open list is named by the list.
  const [named, setNamed] = useState<ReadonlyMap<number, string>>(new Map())
  const missing = value.filter((chosen) => !named.has(chosen))
  const chosen = useApiQuery(endpoint, { query: { ids: missing.join(',') } }, { enabled: missing.length > 0 })

  const names = new Map([...named, ...(chosen.data?.data ?? []).map((item) => [item.id, item.name] as const)])
  const options = (found.data?.data ?? []).map((item) => ({ value: item.id, label: item.name }))
  const labelled = value.map((chosenId) => ({
    value: chosenId,
    label: names.get(chosenId) ?? (chosen.isLoading ? '…' : text(unnamed).replace('{{id}}', String(chosenId))),
  }))

  function change(next: readonly { value: number; label: ReactNode }[]): void {
    setNamed(new Map([...names, ...options.map((option) => [option.value, option.label] as const)]))
    onChange(next.map((item) => item.value))
    // What was searched for is found: the next one begins anew.
    setTyped('')
  }

  const content = found.isError ? (
    <>
      {found.error.message} <RetryButton size="small" onClick={() => void found.refetch()} />
    </>
  ) : found.isFetching ? (
    <Spin size="small" />
  ) : (
    text(none)
  )

  const shared = {
    labelInValue: true as const,
    options: found.isError ? [] : options,
    notFoundContent: content,
    showSearch: { filterOption: false, searchValue: typed, onSearch: setTyped },
    loading: open && found.isFetching,
    onOpenChange: (now: boolean) => {
      setOpen(now)
      if (!now) setTyped('')
    },
    allowClear: true,
    ...others,
    // A label of the page names it by its id.
    ...(others.id === undefined ? { 'aria-label': label } : {}),
    ...(focusRef ? { ref: focusRef as never } : {}),
    style: { width: '100%' },
  }
  return multiple ? (
    <Select {...shared} mode="multiple" maxTagCount="responsive" value={labelled} onChange={change} />
  ) : (
    <Select
      {...shared}
      value={labelled[0] ?? null}
      onChange={(next: (typeof labelled)[number] | undefined) => change(next ? [next] : [])}
    />
  )
}
