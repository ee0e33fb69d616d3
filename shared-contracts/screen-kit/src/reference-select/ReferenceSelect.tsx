import { apiKey, call, queryClient, useApiQuery } from '@adsite/api-client'
import { searchForm, type Endpoint, type selectEndpoint } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { Select, Spin } from 'antd'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefCallback } from 'react'
import { isComposing } from '../base/composing.ts'
import { RetryButton } from '../element/RetryButton.tsx'
import { kit } from '../base/styles.tsx'
import { useClear } from '../base/use-clear.ts'
import type { GenericSchema } from 'valibot'

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
  /** Names what is chosen; searched too, unless `among` says where: at most 50 names at a time, those that match what was typed. */
  readonly endpoint: ReturnType<typeof selectEndpoint>
  /** A list of records to search instead, narrowed by its filters. */
  readonly among?: { readonly list: NamedEndpoint; readonly query: Readonly<Record<string, string>> }
  /** Ids that are chosen; their names are asked for where the list does not have them. */
  readonly value: readonly number[]
  readonly onChange: (ids: number[]) => void
  readonly multiple: boolean
  /** A filter: offers what has ended or is archived too. */
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

/** The one of some records that a text can only mean: that of its name, or the only one. */
function meant(found: readonly Named[], typed: string): Named | undefined {
  const named = found.filter(({ name }) => searchForm(name) === searchForm(typed))
  const left = named.length > 0 ? named : found
  return left.length === 1 ? left[0] : undefined
}

/**
 * Chooses records by name from a list on the server; works with any number of records. Nothing is chosen from a list
 * that belongs to another text: Enter waits for the one that was asked for, and takes what it can only mean; else the
 * list stands open for a second Enter.
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
  const localize = useLocalize()
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
  // The list that belongs to what was typed is not there yet: until then nothing is on show, and nothing is chosen.
  const isWaiting = open && (q !== typed || found.isPending)
  /** The text that Enter was pressed behind, until its list is there. */
  const meaning = useRef<string | null>(null)
  // Asked for once per set of ids: what is chosen from the open list is named by the list.
  const [named, setNamed] = useState<ReadonlyMap<number, string>>(new Map())
  const missing = value.filter((chosen) => !named.has(chosen))
  const chosen = useApiQuery(endpoint, { query: { ids: missing.join(',') } }, { enabled: missing.length > 0 })

  const names = new Map([...named, ...(chosen.data?.data ?? []).map((item) => [item.id, item.name] as const)])
  const options = data.map((item) => ({ value: item.id, label: item.name }))
  const labelled = value.map((chosenId) => ({
    value: chosenId,
    label: names.get(chosenId) ?? (chosen.isLoading ? '…' : localize(unnamed).replace('{{id}}', String(chosenId))),
  }))

  function change(next: readonly { value: number; label: ReactNode }[]): void {
    setNamed(new Map([...names, ...next.map((item) => [item.value, String(item.label)] as const)]))
    onChange(next.map((item) => item.value))
    // What was searched for is found: the next one begins anew.
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
    // Neither a row of the list before nor the form around it.
    event.preventDefault()
    event.stopPropagation()
    meaning.current = typed
    const args = { query: queryOf(typed) }
    const answer = await queryClient
      .fetchQuery({ queryKey: apiKey(source, args), queryFn: ({ signal }) => call(source, { ...args, signal }) })
      .catch(() => null)
    // Typed on, left, or chosen with the mouse meanwhile.
    if (meaning.current !== typed) return
    meaning.current = null
    const only = meant(answer?.data ?? [], typed)
    if (!only || value.includes(only.id)) return
    change([...(multiple ? labelled : []), { value: only.id, label: only.name }])
    if (!multiple) setOpen(false)
  }

  const content =
    !isWaiting && found.isError ? (
      <>
        {found.error.message} <RetryButton size="small" onClick={() => void found.refetch()} />
      </>
    ) : isWaiting ? (
      <Spin size="small" />
    ) : (
      localize(none)
    )

  const clear = useClear()
  const shared = {
    labelInValue: true as const,
    options: isWaiting || found.isError ? [] : options,
    notFoundContent: content,
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
    // A label of the page names it by its id.
    ...(others.id === undefined ? { 'aria-label': label } : {}),
    ...(focusRef ? { ref: focusRef } : {}),
    style: { width: '100%' },
  }
  // antd puts what it says to screen readers beside the select while it has the focus: a layout around it that counts
  // its children would move then, away from under the pointer.
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
