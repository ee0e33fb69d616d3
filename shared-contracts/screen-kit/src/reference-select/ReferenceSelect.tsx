import { apiKey, call, queryClient, useApiQuery } from '@adsite/api-client'
import { searchForm, type Endpoint, type selectEndpoint } from '@adsite/contract'
import { Select, Spin } from 'antd'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefCallback } from 'react'
import { isComposing } from '../base/composing.ts'
import { PartFailure } from '../element/Notice.tsx'
import kit from '../base/kit.module.css'
import { useKitText } from '../base/texts.ts'
import { useClear } from '../base/use-clear.ts'
import { useSelectParts } from '../select/use-select-parts.tsx'
import { useNames } from './use-reference-names.ts'
import type { GenericSchema } from 'valibot'

/** Debounce time in milliseconds. */
const pause = 250

function usePaused(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

interface Named {
  readonly id: number
  readonly name: string
}

/** A list of records that have a name: a select list, or the list of a resource. */
type NamedEndpoint = Endpoint<
  GenericSchema<unknown, Readonly<Record<string, string | undefined>>>,
  undefined,
  GenericSchema<unknown, { readonly data: readonly Named[] }>
>

interface ReferenceSelectProps {
  /** Resolves the names of selected ids; also searched unless `among` is given. Returns up to 50 matching names at a time. */
  readonly endpoint: ReturnType<typeof selectEndpoint>
  /** A list endpoint to search instead, restricted by its filters. */
  readonly among?: { readonly list: NamedEndpoint; readonly query: Readonly<Record<string, string>> }
  /** Selected ids; names missing from the list are fetched. */
  readonly value: readonly number[]
  readonly onChange: (ids: number[]) => void
  readonly multiple: boolean
  /** For filters: also offers ended and archived records. */
  readonly ended?: boolean
  readonly placeholder: string
  /** The accessible name. */
  readonly label: string
  readonly id?: string
  readonly disabled?: boolean
  readonly onBlur?: () => void
  readonly focusRef?: RefCallback<{ focus: () => void }>
  readonly status?: 'error'
  readonly 'aria-required'?: boolean
  readonly 'aria-invalid'?: boolean
  readonly 'aria-describedby'?: string
}

/** The only record a text can refer to: an exact name match, or the only result. */
function meant(found: readonly Named[], typed: string): Named | undefined {
  const named = found.filter(({ name }) => searchForm(name) === searchForm(typed))
  const left = named.length > 0 ? named : found
  return left.length === 1 ? left[0] : undefined
}

/**
 * Selects records by name from the server; works with any number of records. Never selects from results of
 * another search text: Enter waits for the matching results and selects an unambiguous match; otherwise the list
 * stays open for a second Enter.
 */
export function ReferenceSelect({
  endpoint,
  among,
  value,
  onChange,
  multiple,
  ended = false,
  label,
  focusRef,
  ...others
}: ReferenceSelectProps): ReactNode {
  const text = useKitText()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const q = usePaused(typed)
  const source: NamedEndpoint = among?.list ?? endpoint
  const queryOf = (words: string) => ({
    ...(among ? among.query : ended ? { ended: 'true' } : {}),
    ...(words === '' ? {} : { q: words }),
  })
  const found = useApiQuery(source, { query: queryOf(q) }, { enabled: open })
  const data = found.data?.data ?? []
  // The results for the typed text are not loaded yet; until then nothing is shown or selected.
  const isWaiting = open && (q !== typed || found.isPending)
  /** The text on which Enter was pressed, until its results arrive. */
  const meaning = useRef<string | null>(null)
  // Fetched once per set of ids; records selected from the open list take their names from it.
  const [named, setNamed] = useState<ReadonlyMap<number, string>>(new Map())
  const missing = useNames(
    endpoint,
    value.filter((id) => !named.has(id)),
  )

  const names = new Map([...named, ...missing.names])
  const options = data.map((item) => ({ value: item.id, label: item.name }))
  const labelled = value.map((chosenId) => ({
    value: chosenId,
    label: names.get(chosenId) ?? (missing.isLoading ? '…' : `#${chosenId}`),
  }))

  function change(next: readonly { value: number; label: ReactNode }[]): void {
    // The label of an earlier choice may be a placeholder.
    const added = next.filter((item) => !value.includes(item.value))
    setNamed(new Map([...names, ...added.map((item) => [item.value, String(item.label)] as const)]))
    onChange(next.map((item) => item.value))
    // The search succeeded; the next one starts empty.
    setTyped('')
  }

  function search(words: string): void {
    meaning.current = null
    setTyped(words)
  }

  async function enter(event: KeyboardEvent): Promise<void> {
    meaning.current = null
    if (event.key !== 'Enter') return
    if (isComposing(event)) return event.stopPropagation()
    if (!isWaiting || typed === '') return
    // Enter must neither select a row of outdated results nor submit the form.
    event.preventDefault()
    event.stopPropagation()
    meaning.current = typed
    const args = { query: queryOf(typed) }
    const answer = await queryClient
      .fetchQuery({ queryKey: apiKey(source, args), queryFn: ({ signal }) => call(source, { ...args, signal }) })
      .catch(() => null)
    // The user has meanwhile typed on, left the input, or selected with the mouse.
    if (meaning.current !== typed) return
    meaning.current = null
    const only = meant(answer?.data ?? [], typed)
    if (!only || value.includes(only.id)) return
    change([...(multiple ? labelled : []), { value: only.id, label: only.name }])
    if (!multiple) setOpen(false)
  }

  const content =
    !isWaiting && found.isError ? (
      <PartFailure error={found.error} retry={() => void found.refetch()} />
    ) : isWaiting ? (
      <>
        <Spin size="small" /> {text('loading')}
      </>
    ) : undefined

  const clear = useClear()
  const parts = useSelectParts(content)
  const shared = {
    labelInValue: true as const,
    options: isWaiting || found.isError ? [] : options,
    ...parts,
    open,
    defaultActiveFirstOption: true,
    showSearch: { filterOption: false, searchValue: typed, onSearch: search },
    onInputKeyDown: (event: KeyboardEvent) => void enter(event),
    loading: isWaiting,
    onOpenChange: (now: boolean) => {
      setOpen(now)
      meaning.current = null
      if (!now) setTyped('')
    },
    allowClear: clear,
    ...others,
    // With an id, a label on the page provides the name.
    ...(others.id === undefined ? { 'aria-label': label } : {}),
    ...(focusRef ? { ref: focusRef } : {}),
    style: { width: '100%' },
  }
  // While focused, antd inserts its screen reader output next to the select; without a wrapper this would shift layouts
  // that depend on their number of children.
  return (
    <span className={kit.control}>
      {multiple ? (
        <Select {...shared} mode="multiple" maxTagCount="responsive" value={labelled} onChange={change} />
      ) : (
        <Select
          {...shared}
          value={labelled[0] ?? null}
          onChange={(next: (typeof labelled)[number] | undefined) => change(next ? [next] : [])}
        />
      )}
    </span>
  )
}
