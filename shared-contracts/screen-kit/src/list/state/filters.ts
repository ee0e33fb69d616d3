import {
  figureParameters,
  filterParameters,
  listMetrics,
  shownColumn,
  visibleFields,
  type AnyResource,
  type FilterParameter,
  type RecordColumn,
  type Role,
} from '@adsite/contract'
import { fieldOf } from '../../base/field-of.ts'
import type { ResourceListState } from './use-resource-list.ts'
import { mayChooseFrom } from '../../reference-select/may-choose-from.ts'

export interface Filter {
  readonly name: string
  readonly field: FilteredField
  readonly parameters: readonly Pick<FilterParameter, 'parameter' | 'operator'>[]
}

/** What filters and their chips need to know about a field or a metric. */
export type FilteredField = Pick<RecordColumn, 'kind' | 'label' | 'choices' | 'target' | 'metric'>

/** The filters on metrics: those among the columns, and those in use. */
export function figureFilters(resource: AnyResource, { columns, query }: Pick<ResourceListState, 'columns' | 'query'>): Filter[] {
  return listMetrics(resource).flatMap((name) => {
    const parameters = figureParameters(resource).filter((parameter) => parameter.name === name)
    const used = parameters.some(({ parameter }) => query[parameter] !== undefined)
    return used || columns.includes(name) ? [{ name, field: shownColumn(resource, name), parameters }] : []
  })
}

/** The filters a role can use: on fields it receives and, for references, from lists it may select from. */
export function filtersOf(resource: AnyResource, role: Role | null): Filter[] {
  if (role === null) return []
  const visible = visibleFields(resource, role)
  const parameters = filterParameters(resource)
  return resource.list.filters.flatMap((name) => {
    const field = fieldOf(resource, name)
    if (!visible.includes(name) || (field.target !== undefined && !mayChooseFrom(role, field.target))) return []
    return [{ name, field, parameters: parameters.filter((parameter) => parameter.field === name) }]
  })
}

export function idsOf(value: string | undefined): number[] {
  return value ? value.split(',').map(Number) : []
}
