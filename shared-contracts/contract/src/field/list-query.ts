import * as v from 'valibot'
import { checks } from './checks.ts'
import type { Field, FieldKind, Fields } from './field-type.ts'
import { listMetrics, listPaceTotals, type ListDelivery } from '../metric/list-delivery.ts'
import type { MetricName } from '../metric/metric.ts'
import { periodParameter } from '../metric/period.ts'
import type { Text } from '../text/text.ts'
import { message } from '../text/message.ts'
import { required } from '../value/required.ts'
import { schemaOf } from '../value/keys.ts'

/** The common record columns that lists can be sorted by. */
type AuditSort = 'created_at' | 'updated_at'

/** Configuration of a list; `N` is the names of the resource's fields. */
export interface ListOptions<N extends string = string> {
  /** Default columns in order; users can add any readable field, and any metric of the delivery. */
  readonly columns: readonly (N | MetricName)[]
  readonly filters: readonly N[]
  readonly sorts: readonly (N | AuditSort)[]
  /** A field of `sorts`; prefix `-` for descending. */
  readonly defaultSort: N | AuditSort | `-${N | AuditSort}`
  /** Whether `q` searches the name; absent: no search box. */
  readonly search?: boolean
  /** Label of the search box, where `q` searches more than the title. */
  readonly searchLabel?: Text
  /**
   * Fields that lists edit in place, and change for many records at once (resource/edit.ts): those that an update writes, and
   * the field of the state, which is edited by its actions.
   */
  readonly edit?: readonly N[]
  /** The delivery of its records: columns, filters, sorts and totals of metrics over a period. */
  readonly delivery?: ListDelivery
}

/** The delivery that an answer contains. */
type DeliveryAsked = {
  /** Names of metrics, separated by commas. */
  readonly figures?: string | undefined
  /** The same of the period before, too. */
  readonly compare?: 'previous' | undefined
}

/** What lists that are edited in place can be asked for. */
type RecordsAsked = {
  /** Ids, separated by commas: these records alone, so that an edited row is read anew wherever it now belongs. */
  readonly ids?: string | undefined
}

/** What a list's totals have besides its delivery. */
type PacesAsked = {
  /** Names of `paceTotals`, separated by commas. */
  readonly paces?: string | undefined
}

/** How a filter parameter compares; for choices and references fields, `in` matches records that have any of the values. */
export type FilterOperator = 'in' | 'from' | 'to' | 'min' | 'max'

export interface FilterParameter {
  readonly parameter: string
  readonly field: string
  readonly operator: FilterOperator
}

export const pageSizes = [20, 50, 100] as const
export const defaultPageSize = 50
/** Row counts stop here unless `count=exact` (spec/design "Lists at scale"). */
export const countCap = 10_000

const operators = {
  boolean: ['in'],
  choice: ['in'],
  choices: ['in'],
  reference: ['in'],
  references: ['in'],
  date: ['from', 'to'],
  datetime: ['from', 'to'],
  integer: ['min', 'max'],
  money: ['min', 'max'],
  rate: ['min', 'max'],
} as const satisfies Partial<Record<FieldKind, readonly FilterOperator[]>>

/** Boolean values in a query string. */
export const booleanKeys = ['true', 'false'] as const

interface Listed {
  readonly fields: Fields
  readonly list: ListOptions
}

type OperatorOf<K extends FieldKind> = K extends keyof typeof operators ? (typeof operators)[K][number] : never
type FilterName<N extends string, O extends FilterOperator> = O extends 'in' ? N : `${N}_${O}`

/** Names of the query parameters of a list's filters (see `filterParameters`). */
export type FilterNameOf<R extends Listed> = {
  [N in R['list']['filters'][number]]: FilterName<N, OperatorOf<R['fields'][N]['kind']>>
}[R['list']['filters'][number]]

/** The delivery in a list's query; none where the list has no delivery. */
type DeliveryParameters<R extends Listed> = R['list'] extends { readonly delivery: ListDelivery }
  ? { readonly period?: string | undefined } & { readonly [P in `${MetricName}_${'min' | 'max'}`]?: string | undefined }
  : unknown

/** The filters in a list's query; an unknown filter does not compile. */
export type ListFilters<R extends Listed> = { readonly [P in FilterNameOf<R>]?: string | undefined }

type SortName<R extends Listed> = R['list']['sorts'][number] | (R['list'] extends { readonly delivery: ListDelivery } ? MetricName : never)

/** The sort orders of a list; prefix `-` for descending. */
export type SortOf<R extends Listed> = SortName<R> | `-${SortName<R>}`

/** The parameters that select records: the filters and, if the list has a search box, `q`. */
export type ListSelection<R extends Listed> = ListFilters<R> &
  DeliveryParameters<R> &
  (R['list'] extends { readonly search: false } ? unknown : { readonly q?: string | undefined })

/** The whole query of a list. */
export type ListQuery<R extends Listed> = ListSelection<R> &
  (R['list'] extends { readonly delivery: ListDelivery } ? DeliveryAsked : unknown) &
  (R['list'] extends { readonly edit: readonly string[] } ? RecordsAsked : unknown) & {
    readonly sort?: SortOf<R> | undefined
    readonly after?: string | undefined
    readonly before?: string | undefined
    /** One of `pageSizes`; the API refuses any other. */
    readonly limit?: `${(typeof pageSizes)[number]}` | undefined
    readonly count?: 'exact' | undefined
  }

/**
 * The query parameters of a list's filters: `status=ACTIVE,PAUSED` (in), `is_important=true`, `start_at_from`,
 * `start_at_to` (days in JST, both inclusive), `lifetime_budget_min`, `lifetime_budget_max`.
 */
export function filterParameters(resource: Listed): FilterParameter[] {
  const byKind: Partial<Record<FieldKind, readonly FilterOperator[]>> = operators
  return resource.list.filters.flatMap((name) =>
    (byKind[required(resource.fields[name], `field "${name}"`).kind] ?? []).map((operator) => ({
      parameter: operator === 'in' ? name : `${name}_${operator}`,
      field: name,
      operator,
    })),
  )
}

/** A query parameter that filters by a metric of a list's delivery. */
export interface FigureParameter {
  readonly parameter: string
  readonly name: MetricName
  readonly operator: 'min' | 'max'
}

/** The query parameters that filter by the metrics of a list's delivery: `cpa_min`, `cpa_max`. */
export function figureParameters(resource: Listed): FigureParameter[] {
  return listMetrics(resource).flatMap((name) => [
    { parameter: `${name}_min`, name, operator: 'min' },
    { parameter: `${name}_max`, name, operator: 'max' },
  ])
}

/** Names of the orders of a list: fields and metrics. */
export function sortNames(resource: Listed): string[] {
  return [...resource.list.sorts, ...listMetrics(resource)]
}

const severalIds = v.pipe(v.string(), v.regex(/^\d{1,15}(,\d{1,15}){0,99}$/u, message('choice')))

function filterSchema(field: Field, operator: FilterOperator): v.GenericSchema<string> {
  if (operator === 'from' || operator === 'to') return checks.date
  if (operator === 'min' || operator === 'max') return checks.amount
  if (field.target !== undefined) return severalIds
  const keys: readonly string[] = field.kind === 'boolean' ? booleanKeys : (field.choices?.keys ?? [])
  return v.pipe(
    v.string(),
    v.check((value) => value.split(',').every((key) => keys.includes(key)), message('choice')),
  )
}

type Parameters = Record<string, v.OptionalSchema<v.GenericSchema<string>, undefined>>

/** Schemas of the parameters that select records: `q`, the filters, and the period of delivery that they concern. */
export function selectionParameters(resource: Listed): Parameters {
  const filters = filterParameters(resource).map(
    ({ parameter, field, operator }) =>
      [parameter, v.optional(filterSchema(required(resource.fields[field], `field "${field}"`), operator))] as const,
  )
  return {
    ...(resource.list.search ? { q: v.optional(checks.search) } : {}),
    ...Object.fromEntries(filters),
    ...Object.fromEntries(figureParameters(resource).map(({ parameter }) => [parameter, v.optional(checks.amount)])),
    ...(resource.list.delivery ? { period: v.optional(periodParameter) } : {}),
  }
}

/** Some of these names, separated by commas. */
function severalOf(names: readonly string[]): v.GenericSchema<string> {
  return v.pipe(
    v.string(),
    v.check((value) => value.split(',').every((name) => names.includes(name)), message('choice')),
  )
}

/** The schema of the parameter that asks for the figures of the preceding period, too. */
export function compareParameter(resource: Listed): Parameters {
  return resource.list.delivery ? { compare: v.optional(v.picklist(['previous'], message('choice'))) } : {}
}

/** Schemas of the parameters that say which delivery an answer contains: `figures`, `compare`. */
export function deliveryParameters(resource: Listed): Parameters {
  if (!resource.list.delivery) return {}
  return { figures: v.optional(severalOf(listMetrics(resource))), ...compareParameter(resource) }
}

/** The schema of the parameter that says which of `paceTotals` an answer contains. */
export function paceParameters(resource: Listed): Parameters {
  const paces = listPaceTotals(resource)
  return paces.length > 0 ? { paces: v.optional(severalOf(paces)) } : {}
}

export function sortParameter(resource: Listed): Parameters[string] {
  return v.optional(
    v.picklist(
      sortNames(resource).flatMap((name) => [name, `-${name}`]),
      message('choice'),
    ),
  )
}

/** Schemas of all query parameters of a list: `q`, filters, `sort`, `after` | `before`, `limit`, `count`. */
export function listParameters(resource: Listed): Parameters {
  return {
    ...selectionParameters(resource),
    ...deliveryParameters(resource),
    sort: sortParameter(resource),
    after: v.optional(v.pipe(v.string(), v.maxLength(1000))),
    before: v.optional(v.pipe(v.string(), v.maxLength(1000))),
    limit: v.optional(v.picklist(pageSizes.map(String), message('choice'))),
    count: v.optional(v.picklist(['exact'], message('choice'))),
  }
}

/**
 * The schema of a list's query: its parameters and, where it is edited in place, `ids`, which no address has. The parameters and
 * their types are both computed from the fields' kinds, which TypeScript cannot relate; hence the cast.
 */
export function listQuerySchema<R extends Listed>(resource: R): v.GenericSchema<ListQuery<R>> {
  const records: Parameters = resource.list.edit ? { ids: v.optional(severalIds) } : {}
  return schemaOf<ListQuery<R>>(v.strictObject({ ...listParameters(resource), ...records }))
}

/** The query of a list's totals: what selects its records, and what of them is asked for. */
export function totalsQuerySchema<R extends Listed>(resource: R): v.GenericSchema<ListSelection<R> & DeliveryAsked & PacesAsked> {
  return schemaOf<ListSelection<R> & DeliveryAsked & PacesAsked>(
    v.strictObject({ ...selectionParameters(resource), ...deliveryParameters(resource), ...paceParameters(resource) }),
  )
}

/** Drops filter parameters that are empty strings or null from list calls (spec/api "Empty parameters"). */
export function dropEmpty<T extends Record<string, unknown>>(parameters: T): Partial<T> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- Object.fromEntries does not keep the names
  return Object.fromEntries(
    Object.entries(parameters).filter(([, value]) => value !== '' && value !== null && value !== undefined),
  ) as Partial<T>
}
