import { useApiQuery, type ApiError } from '@adsite/api-client'
import type { Endpoint, AnyResource } from '@adsite/contract'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { KitRecord, ListAnswer } from '../base/resource-endpoints.ts'
import { changeListQuery, narrowing, pageSizeOf, readListQuery, sortOf, sortParameter, type ListQuery, type Sort } from './list-state.ts'

export interface ListOptions {
  readonly resource: AnyResource
  readonly endpoints: Readonly<Record<'list', Endpoint>>
}

export interface ResourceListState {
  /** Rows of the page; undefined until the first answer. */
  readonly rows: readonly KitRecord[] | undefined
  readonly page: ListAnswer['page'] | undefined
  /** True while the rows shown belong to the address before this one. */
  readonly stale: boolean
  readonly error: ApiError | null
  readonly retry: () => void
  readonly query: ListQuery
  /** The search and the filters in force. */
  readonly narrowedBy: ListQuery
  readonly sort: Sort
  readonly pageSize: number
  /** Sets or (null, '') removes search, filters or the page size; the list starts at its first page. */
  readonly change: (changes: Readonly<Record<string, string | null>>) => void
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
export function useResourceList({ resource, endpoints }: ListOptions): ResourceListState {
  const [search, setSearch] = useSearchParams()
  const query = readListQuery(resource, search)
  const narrowedBy = narrowing(resource, query)
  const conditions = JSON.stringify(narrowedBy)
  const [countedFor, setCountedFor] = useState<string | null>(null)
  const asked = countedFor === conditions ? { ...query, count: 'exact' } : query
  const { data, error, isPlaceholderData, refetch } = useApiQuery(endpoints.list, { query: asked as never }, { keepPrevious: true })
  const answer = data as ListAnswer | undefined

  const change = (changes: Readonly<Record<string, string | null>>) => setSearch((current) => changeListQuery(current, changes))
  const cursor = (name: 'after' | 'before', value: string | null | undefined) => (value ? () => change({ [name]: value }) : null)

  return {
    rows: answer?.data,
    page: answer?.page,
    stale: isPlaceholderData,
    error: answer ? null : error,
    retry: () => void refetch(),
    query,
    narrowedBy,
    sort: sortOf(resource, query),
    pageSize: pageSizeOf(query),
    change,
    clear: () => change(Object.fromEntries(Object.keys(narrowedBy).map((name) => [name, null]))),
    sortBy: (sort) => change({ sort: sortParameter(resource, sort) }),
    toNext: cursor('after', answer?.page.next),
    toPrevious: cursor('before', answer?.page.previous),
    toFirst: () => change({}),
    countExactly: answer?.page.capped ? () => setCountedFor(conditions) : null,
  }
}
