import {
  columnNames,
  defaultColumns,
  defaultPageSize,
  figureParameters,
  filterParameters,
  listMetrics,
  listPaceTotals,
  listParameters,
  measuresOf,
  visibleListMetrics,
  type AnyResource,
  type MetricName,
  type PaceTotalName,
  type Role,
} from '@adsite/contract'
import * as v from 'valibot'

/** The state of a list in its URL: the list endpoint's parameters, restricted to valid ones. */
export type ListQuery = Readonly<Record<string, string>>

/** Parameters of the endpoint that follow from the columns of the list. */
const derived = 'figures'

/** Reads the query of a URL. Drops parameters that the endpoint would reject (hand-typed URLs, old bookmarks). */
export function readListQuery(resource: AnyResource, search: URLSearchParams): ListQuery {
  return Object.fromEntries(
    Object.entries(listParameters(resource)).flatMap(([name, schema]) => {
      const value = search.get(name)
      return name !== derived && value !== null && value !== '' && v.is(schema, value) ? [[name, value]] : []
    }),
  )
}

/** Changes some parameters; null or '' removes one (spec/api "Empty parameters"). Resets paging unless a cursor is given. */
export function changeListQuery(search: URLSearchParams, changes: Readonly<Record<string, string | null>>): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete('after')
  next.delete('before')
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** Parameters that filter the list: the search and the filters. */
export function narrowing(resource: AnyResource, query: ListQuery): ListQuery {
  const names = ['q', ...[...filterParameters(resource), ...figureParameters(resource)].map(({ parameter }) => parameter)]
  return Object.fromEntries(names.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])))
}

/** The URL parameter for columns; the list endpoint does not accept it. */
export const columnsParameter = 'columns'

/** The parameters of a saved view: what the list shows, but not the page position. */
export function viewParameters(resource: AnyResource): string[] {
  const momentary = ['after', 'before', 'count', derived]
  return [...Object.keys(listParameters(resource)).filter((name) => !momentary.includes(name)), columnsParameter]
}

/** Columns in the URL's order, else the resource's default; only those the role receives, always starting with the title. */
export function shownColumns(resource: AnyResource, role: Role | null, search: URLSearchParams): string[] {
  if (role === null) return []
  const offered = columnNames(resource, role)
  const asked = search.get(columnsParameter)?.split(',') ?? []
  const chosen = [...new Set(asked)].filter((name) => offered.includes(name))
  const names = chosen.length > 0 ? chosen : defaultColumns(resource, role)
  return [resource.title, ...names.filter((name) => name !== resource.title)]
}

/** The metrics among the visible columns. */
export function shownMetrics(resource: AnyResource, columns: readonly string[]): MetricName[] {
  return columns.flatMap((name) => listMetrics(resource).find((metric) => metric === name) ?? [])
}

/** The fields among the visible columns that all records have a value of together. */
export function shownPaces(resource: AnyResource, columns: readonly string[]): PaceTotalName[] {
  return listPaceTotals(resource).filter((name) => columns.includes(name))
}

/** The query for the list endpoint at a URL: the state of the list, and the metrics of the visible columns. */
export function askedOf(resource: AnyResource, role: Role | null, search: URLSearchParams): ListQuery {
  const known: readonly MetricName[] = role === null ? [] : visibleListMetrics(resource, role)
  const shown = shownMetrics(resource, shownColumns(resource, role, search))
  // The parts of a ratio explain why it is missing.
  const figures = known.filter((name) => [...shown, ...measuresOf(shown)].includes(name))
  const query = readListQuery(resource, search)
  // A link from another role may name metrics that this role does not receive.
  const hidden = figureParameters(resource).filter(({ name }) => !known.includes(name))
  const sort = sortOf(resource, query).field
  const refused = [
    ...hidden.map(({ parameter }) => parameter),
    ...(listMetrics(resource).some((name) => name === sort) && !known.some((name) => name === sort) ? ['sort'] : []),
  ]
  const allowed = Object.fromEntries(Object.entries(query).filter(([name]) => !refused.includes(name)))
  return figures.length > 0 ? { ...allowed, figures: figures.join() } : allowed
}

/** The `columns` parameter; null for the resource's default columns. */
export function columnsOfAddress(resource: AnyResource, role: Role | null, names: readonly string[]): string | null {
  const own = shownColumns(resource, role, new URLSearchParams())
  return names.join() === own.join() ? null : names.join()
}

export interface Sort {
  readonly field: string
  readonly descending: boolean
}

export function sortOf(resource: AnyResource, query: ListQuery): Sort {
  const sort = query['sort'] ?? resource.list.defaultSort
  return { field: sort.replace(/^-/u, ''), descending: sort.startsWith('-') }
}

/** The `sort` parameter; null for the resource's default order. */
export function sortParameter(resource: AnyResource, sort: Sort | null): string | null {
  if (!sort) return null
  const parameter = `${sort.descending ? '-' : ''}${sort.field}`
  return parameter === resource.list.defaultSort ? null : parameter
}

export function pageSizeOf(query: ListQuery): number {
  return Number(query['limit'] ?? defaultPageSize)
}
