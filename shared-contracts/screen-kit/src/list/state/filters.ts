import {
  filterParameters,
  may,
  referenceEndpoint,
  visibleFields,
  type Field,
  type FilterParameter,
  type AnyResource,
  type Role,
} from '@adsite/contract'

export interface Filter {
  readonly name: string
  readonly field: Field
  readonly parameters: readonly FilterParameter[]
}

/** The filters that a role can use: of fields it receives, and (references) from lists it may choose from. */
export function filtersOf(resource: AnyResource, role: Role | null): Filter[] {
  if (role === null) return []
  const visible = visibleFields(resource, role)
  const parameters = filterParameters(resource)
  return resource.list.filters.flatMap((name) => {
    const field = resource.fields[name]!
    const permission = field.target !== undefined ? referenceEndpoint(field.target).permission : null
    if (!visible.includes(name) || (permission !== null && (permission === 'public' || !may(role, permission)))) return []
    return [{ name, field, parameters: parameters.filter((parameter) => parameter.field === name) }]
  })
}

export function idsOf(value: string | undefined): number[] {
  return value ? value.split(',').map(Number) : []
}
