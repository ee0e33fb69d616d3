import { useApiQuery, type ApiError } from '@adsite/api-client'
import { useRole } from '@adsite/auth'
import {
  columnsParameter,
  listQueryAt,
  shownColumns,
  shownMetrics,
  sortOf,
  unusedAt,
  type AnyResource,
  type ListSort,
  type ListState,
  type MetricName,
  type PaceTotalName,
} from '@adsite/contract'
import { useState } from 'react'
import type { KitRecord, ListAnswer, ListEndpoints, ListParameters } from '../../base/resource-endpoints.ts'
import { useAddressQuery, type ChangeQuery } from '../../address/use-address-query.ts'
import { changeListQuery, columnsOfAddress, conditionsOf, narrowing, pageSizeOf, rowsOf, shownPaces, sortParameter } from './list-state.ts'
import { useHeldRows } from './use-held-rows.ts'

export interface ListOptions {
  readonly resource: AnyResource
  readonly endpoints: ListEndpoints
  /** True: does not fetch yet. */
  readonly paused?: boolean
  /** Filters that always apply: those of the parent record. */
  readonly fixed?: ListParameters
  /** Prefix of this list's URL parameters on a page with several lists; none by default. */
  readonly prefix?: string
}

/** This list's part of the URL. */
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
  /** True while the rows shown belong to the previous URL. */
  readonly stale: boolean
  /** Identifies the page that the rows belong to; null while they belong to another page. */
  readonly shownPage: string | null
  readonly error: ApiError | null
  readonly retry: () => void
  readonly query: ListState
  /** The active search and filters. */
  readonly narrowedBy: ListState
  /** The same plus the fixed filters and the period that bounds of metrics refer to: what "all records" means. */
  readonly matching: ListParameters
  /** What the URL says beside it that the list does not use, by parameter. */
  readonly unused: ListState
  /** Removes that from the URL. */
  readonly dropUnused: () => void
  readonly sort: ListSort
  readonly pageSize: number
  /** Names of the visible columns, in order; the title comes first. */
  readonly columns: readonly string[]
  /** The metrics among them. */
  readonly metrics: readonly MetricName[]
  /** The fields among them that all records have a value of together. */
  readonly paces: readonly PaceTotalName[]
  /** Null: restores the resource's default columns. */
  readonly chooseColumns: (names: readonly string[] | null) => void
  /** Sets or (with null or '') removes search, filters or page size; the list returns to its first page. */
  readonly change: (changes: Readonly<Record<string, string | null>>, options?: { replace: boolean }) => void
  readonly clear: () => void
  /** Null: restores the resource's default order. */
  readonly sortBy: (sort: ListSort | null) => void
  readonly toNext: (() => void) | null
  readonly toPrevious: (() => void) | null
  readonly toFirst: () => void
  /** Requests the exact count beyond 10,000; null if the total is already exact. */
  readonly countExactly: (() => void) | null
  /** Called before a save: the rows stay where they are until the list is sorted, filtered or turned. */
  readonly hold: () => void
}

/** State of a list, kept entirely in the URL: it survives reloads, can be shared and bookmarked, and supports back navigation. */
export function useResourceList({
  resource,
  endpoints,
  paused = false,
  fixed = nothingFixed,
  prefix = '',
}: ListOptions): ResourceListState {
  const [search, setSearch] = useListSearch(prefix)
  const role = useRole()
  const query = listQueryAt(resource, role, search)
  const columns = shownColumns(resource, role, search)
  const metrics = shownMetrics(resource, columns)
  const narrowedBy = narrowing(resource, query)
  const unused = unusedAt(resource, role, search)
  const conditions = JSON.stringify(conditionsOf(resource, query))
  const [countedFor, setCountedFor] = useState<string | null>(null)
  const asked = countedFor === conditions ? { ...query, ...fixed, count: 'exact' } : { ...query, ...fixed }
  const answered = useApiQuery(endpoints.list, { query: asked }, { keepPrevious: true, enabled: !paused })
  const { error, isPlaceholderData, refetch } = answered
  const { figures, period, compare } = query
  const { answer: data, hold } = useHeldRows(endpoints.list, rowsOf({ ...query, ...fixed }), { figures, period, compare }, answered.data)

  const change = (changes: Readonly<Record<string, string | null>>, options?: { replace: boolean }) =>
    setSearch((current) => changeListQuery(current, changes), options)
  // A cursor applies only to the list it came from, not to one requested since.
  const follow = (name: 'after' | 'before', value: string) =>
    setSearch((current) => (String(current) === String(search) ? changeListQuery(current, { [name]: value }) : current))
  const cursor = (name: 'after' | 'before', value: string | null | undefined) => (value ? () => follow(name, value) : null)

  return {
    rows: data?.data,
    page: data?.page,
    stale: isPlaceholderData,
    shownPage: isPlaceholderData ? null : JSON.stringify([resource.name, query, fixed]),
    error: data ? null : error,
    retry: () => void refetch(),
    query,
    narrowedBy,
    matching: { ...narrowedBy, ...(query['period'] === undefined ? {} : { period: query['period'] }), ...fixed },
    unused,
    dropUnused: () => {
      // Columns that the list shows stay.
      const used = (name: string) => (name === columnsParameter ? columnsOfAddress(resource, role, columns) : null)
      change(Object.fromEntries(Object.keys(unused).map((name) => [name, used(name)])), { replace: true })
    },
    sort: sortOf(resource, query),
    pageSize: pageSizeOf(query),
    columns,
    metrics,
    paces: shownPaces(resource, columns),
    chooseColumns: (names) =>
      setSearch(
        (current) => {
          const next = new URLSearchParams(current)
          const value = names && columnsOfAddress(resource, role, names)
          if (value === null) next.delete(columnsParameter)
          else next.set(columnsParameter, value)
          return next
        },
        // Replaces the history entry: choosing columns takes many clicks, and Back should undo all of them at once.
        { replace: true },
      ),
    change,
    clear: () => change(Object.fromEntries(Object.keys(narrowedBy).map((name) => [name, null]))),
    sortBy: (sort) => change({ sort: sortParameter(resource, sort) }),
    toNext: cursor('after', data?.page.next),
    toPrevious: cursor('before', data?.page.previous),
    toFirst: () => change({}),
    countExactly: data?.page.capped ? () => setCountedFor(conditions) : null,
    hold,
  }
}
