import { useApiQuery, type ApiError } from '@adsite/api-client'
import { useRole } from '@adsite/auth'
import type { AnyResource } from '@adsite/contract'
import { useState } from 'react'
import type { KitRecord, ListAnswer, ListEndpoints, ListParameters } from '../../base/resource-endpoints.ts'
import { useAddressQuery, type ChangeQuery } from '../../base/use-address-query.ts'
import {
  changeListQuery,
  columnsOfAddress,
  columnsParameter,
  narrowing,
  pageSizeOf,
  readListQuery,
  shownColumns,
  sortOf,
  sortParameter,
  type ListQuery,
  type Sort,
} from './list-state.ts'

export interface ListOptions {
  readonly resource: AnyResource
  readonly endpoints: ListEndpoints
  /** True: asks for nothing yet. */
  readonly paused?: boolean
  /** Filters that the list always has: those of the record that it is a part of. */
  readonly fixed?: ListParameters
  /** Stands before the list's own parameters in the address of a page that has several lists; none by default. */
  readonly prefix?: string
}

/** The part of the address that is this list's. */
function useListSearch(prefix: string): readonly [URLSearchParams, ChangeQuery] {
  const [whole, setWhole] = useAddressQuery()
  if (prefix === '') return [whole, setWhole]
  const isOwn = ([name]: readonly [string, string]) => name.startsWith(prefix)
  const ownOf = (search: URLSearchParams) =>
    new URLSearchParams([...search].filter(isOwn).map(([name, value]) => [name.slice(prefix.length), value]))
  return [
    ownOf(whole),
    (change, options) =>
      setWhole((current) => {
        const own = ownOf(current)
        const next = change(own)
        if (next === own) return current
        const others = [...current].filter((entry) => !isOwn(entry))
        return new URLSearchParams([...others, ...[...next].map(([name, value]) => [`${prefix}${name}`, value])])
      }, options),
  ]
}

const nothingFixed: ListParameters = {}

export interface ResourceListState {
  /** Rows of the page; undefined until the first data. */
  readonly rows: readonly KitRecord[] | undefined
  readonly page: ListAnswer['page'] | undefined
  /** True while the rows shown belong to the address before this one. */
  readonly stale: boolean
  /** Names the page that the rows are of; null while they are of another. */
  readonly shownPage: string | null
  readonly error: ApiError | null
  readonly retry: () => void
  readonly query: ListQuery
  /** The search and the filters in force. */
  readonly narrowedBy: ListQuery
  /** The same with the filters that the list always has: what is meant by all of it. */
  readonly matching: ListParameters
  readonly sort: Sort
  readonly pageSize: number
  /** Names of the columns on show, in order; the title is the first. */
  readonly columns: readonly string[]
  /** null: back to the resource's own. */
  readonly chooseColumns: (names: readonly string[] | null) => void
  /** Sets or (null, '') removes search, filters or the page size; the list starts at its first page. */
  readonly change: (changes: Readonly<Record<string, string | null>>, options?: { replace: boolean }) => void
  readonly clear: () => void
  /** null: back to the resource's own order. */
  readonly sortBy: (sort: Sort | null) => void
  readonly toNext: (() => void) | null
  readonly toPrevious: (() => void) | null
  readonly toFirst: () => void
  /** Counts beyond 10,000; null where the total is exact already. */
  readonly countExactly: (() => void) | null
}

/** A list whose whole state is in the address: it can be reloaded, shared, bookmarked, and walked back. */
export function useResourceList({
  resource,
  endpoints,
  paused = false,
  fixed = nothingFixed,
  prefix = '',
}: ListOptions): ResourceListState {
  const [search, setSearch] = useListSearch(prefix)
  const role = useRole()
  const query = readListQuery(resource, search)
  const narrowedBy = narrowing(resource, query)
  const conditions = JSON.stringify(narrowedBy)
  const [countedFor, setCountedFor] = useState<string | null>(null)
  const asked = countedFor === conditions ? { ...query, ...fixed, count: 'exact' } : { ...query, ...fixed }
  const { data, error, isPlaceholderData, refetch } = useApiQuery(
    endpoints.list,
    { query: asked },
    { keepPrevious: true, enabled: !paused },
  )

  const change = (changes: Readonly<Record<string, string | null>>, options?: { replace: boolean }) =>
    setSearch((current) => changeListQuery(current, changes), options)
  // A cursor leads on in the list that is on show: not in one that was asked for meanwhile.
  const follow = (name: 'after' | 'before', value: string) =>
    setSearch((current) => (String(current) === String(search) ? changeListQuery(current, { [name]: value }) : current))
  const cursor = (name: 'after' | 'before', value: string | null | undefined) => (value ? () => follow(name, value) : null)

  return {
    rows: data?.data,
    page: data?.page,
    stale: isPlaceholderData,
    shownPage: isPlaceholderData ? null : JSON.stringify({ ...query, ...fixed }),
    error: data ? null : error,
    retry: () => void refetch(),
    query,
    narrowedBy,
    matching: { ...narrowedBy, ...fixed },
    sort: sortOf(resource, query),
    pageSize: pageSizeOf(query),
    columns: shownColumns(resource, role, search),
    chooseColumns: (names) =>
      setSearch(
        (current) => {
          const next = new URLSearchParams(current)
          const value = names && columnsOfAddress(resource, role, names)
          if (value === null) next.delete(columnsParameter)
          else next.set(columnsParameter, value)
          return next
        },
        // One choice is many clicks: the way back leads to what was before all of them.
        { replace: true },
      ),
    change,
    clear: () => change(Object.fromEntries(Object.keys(narrowedBy).map((name) => [name, null]))),
    sortBy: (sort) => change({ sort: sortParameter(resource, sort) }),
    toNext: cursor('after', data?.page.next),
    toPrevious: cursor('before', data?.page.previous),
    toFirst: () => change({}),
    countExactly: data?.page.capped ? () => setCountedFor(conditions) : null,
  }
}
