import type {
  AnyResource,
  bulkEndpoint,
  EditEndpoint,
  Endpoint,
  EndpointQuery,
  Figures,
  historyEntry,
  importEndpoints,
  page,
  PaceTotals,
  ResourceRecord,
  UndoEndpoint,
} from '@adsite/contract'
import type * as v from 'valibot'

/**
 * A record of any resource. Only the parts of the kit that work on every resource use it: they read a value by the name
 * of a field that the resource gives them. Screens get `ResourceRecord<typeof theirResource>`.
 * Fields that the role may not see are absent.
 */
export type KitRecord = ResourceRecord<AnyResource>

/** The schema of an answer, for endpoints of which only the answer matters. */
type Answer<T> = v.GenericSchema<unknown, T>

/** Query parameters of a list with their values. */
export type ListParameters = Readonly<Record<string, string | undefined>>

export interface ListAnswer<T = KitRecord> {
  readonly data: readonly T[]
  readonly page: v.InferOutput<typeof page>
}

export interface HistoryAnswer {
  readonly data: readonly v.InferOutput<typeof historyEntry>[]
  readonly page: { readonly next: string | null }
}

export type ListEndpoint<T = KitRecord> = Endpoint<Answer<ListParameters>, undefined, Answer<ListAnswer<T>>>
/** The query that a list takes: the compiler refuses a filter that its resource does not declare. */
export type ListQueryOf<E extends ListEndpoint> = Readonly<Partial<EndpointQuery<E>>>

export type GetEndpoint<T = KitRecord> = Endpoint<undefined, undefined, Answer<{ data: T }>>
export type HistoryEndpoint = Endpoint<Answer<{ readonly after?: string | undefined }>, undefined, Answer<HistoryAnswer>>
export type CreateEndpoint = Endpoint<undefined, v.GenericSchema, Answer<{ data: { id: number } }>>
export type BulkEndpoint = ReturnType<typeof bulkEndpoint>
export type ImportEndpoint = ReturnType<typeof importEndpoints>['import']

export interface TotalsAnswer {
  readonly data: {
    readonly figures: Figures
    readonly paces?: PaceTotals | undefined
    readonly former: { readonly figures: Figures } | null
  }
}
export type TotalsEndpoint = Endpoint<Answer<ListParameters>, undefined, Answer<TotalsAnswer>>

/** The endpoints of a list; those besides `list` add the tools that use them (`bulkEndpoint`, `editEndpoint`, `exportEndpoint`, `importEndpoints`, `totalsEndpoint`). */
export interface ListEndpoints {
  readonly list: ListEndpoint
  /** Only for a resource with delivery. */
  readonly totals?: TotalsEndpoint
  readonly bulk?: BulkEndpoint
  readonly edit?: EditEndpoint
  readonly undo?: UndoEndpoint
  readonly export?: Endpoint
  readonly import?: Endpoint
}

/** The endpoints of a record: `get` and `history`; `update`, `undo`, `delete` and one for each state action where they exist. */
export type DetailEndpoints<T> = {
  readonly get: GetEndpoint<T>
  readonly history: HistoryEndpoint
  readonly update?: Endpoint
  readonly delete?: Endpoint
  readonly undo?: UndoEndpoint
}

export interface CreateEndpoints {
  readonly create: CreateEndpoint
}
