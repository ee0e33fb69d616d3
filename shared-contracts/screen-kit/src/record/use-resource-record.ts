import { useApiQuery, type ApiError } from '@adsite/api-client'
import type { GetEndpoint, HistoryAnswer, HistoryEndpoint } from '../base/resource-endpoints.ts'

export type HistoryEntry = HistoryAnswer['data'][number]

export interface ResourceRecordState<T> {
  readonly record: T | undefined
  /** True if there is no such record (in this account's scope). */
  readonly missing: boolean
  readonly error: ApiError | null
  readonly retry: () => void
}

const idForm = /^[1-9]\d{0,14}$/u

/** Fetches a record by the id in the URL; an invalid id counts as missing without a request. */
export function useResourceRecord<T>(endpoint: GetEndpoint<T>, id: string): ResourceRecordState<T> {
  const possible = idForm.test(id)
  const { data, error, refetch } = useApiQuery(endpoint, { params: { id } }, { enabled: possible })
  const record = data?.data
  const missing = !possible || error?.code === 'not_found'
  return { record: missing ? undefined : record, missing, error: record ? null : error, retry: () => void refetch() }
}

export interface HistoryState {
  readonly entries: readonly HistoryEntry[] | undefined
  /** Cursor (`after`) of the page with earlier entries; null: there are none. */
  readonly next: string | null
  readonly error: ApiError | null
  readonly retry: () => void
}

/** The history of a record, newest first; fetched together with the record. */
export function useResourceHistory(endpoint: HistoryEndpoint, id: string, after: string | null = null): HistoryState {
  const args = { params: { id }, ...(after === null ? {} : { query: { after } }) }
  const { data, error, refetch } = useApiQuery(endpoint, args, { enabled: idForm.test(id) })
  const entries = data?.data
  return { entries, next: data?.page.next ?? null, error: entries ? null : error, retry: () => void refetch() }
}
