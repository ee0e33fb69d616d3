import { filterParameters, visibleFields, type Field, type FilterParameter, type AnyResource, type Role } from '@adsite/contract'
import { fieldOf } from '../../base/field-of.ts'
import { mayChooseFrom } from '../../reference-select/may-choose-from.ts'

export interface Filter {
  readonly name: string
  readonly field: Field
  readonly parameters: readonly FilterParameter[]
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
