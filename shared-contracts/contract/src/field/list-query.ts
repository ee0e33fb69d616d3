import * as v from 'valibot'
import type { Field, Fields } from './field.ts'
import { checks } from './field.ts'
import { message } from '../text/validation.ts'

export interface ListOptions {
  readonly filters: readonly string[]
  readonly sorts: readonly string[]
  /** A field of `sorts`, `-` in front for descending. */
  readonly defaultSort: string
  /** What `q` searches in words (the name); absent: no search box. */
  readonly search?: boolean
}

/** How a filter parameter compares; `in` on several choices or references: the record has any of them. */
export type FilterOperator = 'in' | 'from' | 'to' | 'min' | 'max'

export interface FilterParameter {
  readonly parameter: string
  readonly field: string
  readonly operator: FilterOperator
}

export const pageSizes = [20, 50, 100] as const
export const defaultPageSize = 50
/** Counting stops here unless `count=exact` (spec/design "Lists at scale"). */
export const countCap = 10_000

const operators: Partial<Record<Field['kind'], readonly FilterOperator[]>> = {
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
}

/** How a boolean is written in a query. */
export const booleanKeys = ['true', 'false'] as const

interface Listed {
  readonly fields: Fields
  readonly list: ListOptions
}

/**
 * The query parameters that a list's filters make: `status=ACTIVE,PAUSED` (in), `is_important=true`, `start_at_from`,
 * `start_at_to` (days in JST, both included), `lifetime_budget_min`, `lifetime_budget_max`.
 */
export function filterParameters(resource: Listed): FilterParameter[] {
  return resource.list.filters.flatMap((name) =>
    (operators[resource.fields[name]!.kind] ?? []).map((operator) => ({
      parameter: operator === 'in' ? name : `${name}_${operator}`,
      field: name,
      operator,
    })),
  )
}

function filterSchema(field: Field, operator: FilterOperator): v.GenericSchema<string> {
  if (operator === 'from' || operator === 'to') return checks.date
  if (operator === 'min' || operator === 'max') return checks.amount
  if (field.target !== undefined) return v.pipe(v.string(), v.regex(/^\d{1,15}(,\d{1,15}){0,99}$/u, message('choice')))
  const keys: readonly string[] = field.kind === 'boolean' ? booleanKeys : field.choices!.keys
  return v.pipe(
    v.string(),
    v.check((value) => value.split(',').every((key) => keys.includes(key)), message('choice')),
  )
}

/** Schemas of what chooses records, and of nothing else: `q` and the filters. */
export function selectionParameters(resource: Listed): Record<string, v.GenericSchema<string | undefined>> {
  const filters = filterParameters(resource).map(({ parameter, field, operator }) => [
    parameter,
    v.optional(filterSchema(resource.fields[field]!, operator)),
  ])
  return {
    ...(resource.list.search ? { q: v.optional(v.pipe(v.string(), v.maxLength(255, message('too_long')))) } : {}),
    ...Object.fromEntries(filters),
  } as Record<string, v.GenericSchema<string | undefined>>
}

export function sortParameter({ list }: Listed): v.GenericSchema<string | undefined> {
  return v.optional(
    v.picklist(
      list.sorts.flatMap((name) => [name, `-${name}`]),
      message('choice'),
    ),
  )
}

/** Schemas of all query parameters of a list: `q`, filters, `sort`, `after` | `before`, `limit`, `count`. */
export function listParameters(resource: Listed): Record<string, v.GenericSchema<string | undefined>> {
  return {
    ...selectionParameters(resource),
    sort: sortParameter(resource),
    after: v.optional(v.pipe(v.string(), v.maxLength(1000))),
    before: v.optional(v.pipe(v.string(), v.maxLength(1000))),
    limit: v.optional(v.picklist(pageSizes.map(String), message('choice'))),
    count: v.optional(v.picklist(['exact'], message('choice'))),
  } as Record<string, v.GenericSchema<string | undefined>>
}

/** Search calls drop filter parameters that are empty strings or null (spec/api "Empty parameters"). */
export function dropEmpty<T extends Record<string, unknown>>(parameters: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(parameters).filter(([, value]) => value !== '' && value !== null && value !== undefined),
  ) as Partial<T>
}
