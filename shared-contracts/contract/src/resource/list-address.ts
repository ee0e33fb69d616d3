import * as v from 'valibot'
import { figureParameters, listParameters } from '../field/list-query.ts'
import { listMetrics, visibleListMetrics } from '../metric/list-delivery.ts'
import { measuresOf, type MetricName } from '../metric/metric.ts'
import type { Role } from '../role/role.ts'
import { columnNames, defaultColumns } from './record-column.ts'
import type { AnyResource } from './resource.ts'

/** The state of a list in its URL: the list endpoint's parameters, restricted to valid ones. */
export type ListState = Readonly<Record<string, string>>

/** Parameters of the endpoint that follow from the columns of the list. */
export const derivedParameter = 'figures'

/** Reads the query of a URL. Drops parameters that the endpoint would reject (hand-typed URLs, old bookmarks). */
export function readListState(resource: AnyResource, search: URLSearchParams): ListState {
  return Object.fromEntries(
    Object.entries(listParameters(resource)).flatMap(([name, schema]) => {
      const value = search.get(name)
      return name !== derivedParameter && value !== null && value !== '' && v.is(schema, value) ? [[name, value]] : []
    }),
  )
}

/** The URL parameter for columns; the list endpoint does not accept it. */
export const columnsParameter = 'columns'

export interface ListSort {
  readonly field: string
  readonly descending: boolean
}

export function sortOf(resource: AnyResource, query: ListState): ListSort {
  const sort = query['sort'] ?? resource.list.defaultSort
  return { field: sort.replace(/^-/u, ''), descending: sort.startsWith('-') }
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

/** The query for the list endpoint at a URL: the state of the list, and the metrics of the visible columns. The server computes it, too, for the page of that URL. */
export function listQueryAt(resource: AnyResource, role: Role | null, search: URLSearchParams): ListState {
  const known: readonly MetricName[] = role === null ? [] : visibleListMetrics(resource, role)
  const shown = shownMetrics(resource, shownColumns(resource, role, search))
  // The parts of a ratio explain why it is missing.
  const figures = known.filter((name) => [...shown, ...measuresOf(shown)].includes(name))
  const query = readListState(resource, search)
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

/**
 * What stands in a URL for the list without taking part in it, by parameter: a value that the endpoint would reject (hand-typed URLs,
 * old bookmarks), or a metric or column that the role does not receive. Parameters that are not the list's are none of it.
 */
export function unusedAt(resource: AnyResource, role: Role | null, search: URLSearchParams): ListState {
  if (role === null) return {}
  const query = listQueryAt(resource, role, search)
  const offered = columnNames(resource, role)
  const columns =
    search
      .get(columnsParameter)
      ?.split(',')
      .filter((name) => name !== '' && !offered.includes(name)) ?? []
  const refused = Object.keys(listParameters(resource)).flatMap((name) => {
    const value = search.get(name)
    return name === derivedParameter || value === null || value === '' || query[name] !== undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(columns.length > 0 ? [...refused, [columnsParameter, columns.join()] as const] : refused)
}

/** The parameters of a saved view: what the list shows, but not the page position. */
export function viewParameters(resource: AnyResource): string[] {
  const momentary = ['after', 'before', 'count', derivedParameter]
  return [...Object.keys(listParameters(resource)).filter((name) => !momentary.includes(name)), columnsParameter]
}
