import {
  defaultPageSize,
  figureParameters,
  filterParameters,
  listPaceTotals,
  shownColumns,
  type AnyResource,
  type ListSort,
  type ListState,
  type PaceTotalName,
  type Role,
} from '@adsite/contract'

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
export function narrowing(resource: AnyResource, query: ListState): ListState {
  const names = ['q', ...[...filterParameters(resource), ...figureParameters(resource)].map(({ parameter }) => parameter)]
  return Object.fromEntries(names.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])))
}

/** What decides which records match: what narrows the list, and the period that its bounds on figures refer to. */
export function conditionsOf(resource: AnyResource, query: ListState): ListState {
  const { period } = query
  const isBounded = figureParameters(resource).some(({ parameter }) => query[parameter] !== undefined)
  return { ...narrowing(resource, query), ...(isBounded && period !== undefined ? { period } : {}) }
}

/** What of a query decides which rows a list shows, and in which order. */
export function rowsOf(query: Readonly<Record<string, string | undefined>>): string {
  const { figures: _, compare: __, ...others } = query
  return JSON.stringify(others)
}

/** The fields among the visible columns that all records have a value of together. */
export function shownPaces(resource: AnyResource, columns: readonly string[]): PaceTotalName[] {
  return listPaceTotals(resource).filter((name) => columns.includes(name))
}

/** The `columns` parameter; null for the resource's default columns. */
export function columnsOfAddress(resource: AnyResource, role: Role | null, names: readonly string[]): string | null {
  const own = shownColumns(resource, role, new URLSearchParams())
  return names.join() === own.join() ? null : names.join()
}

/** The `sort` parameter; null for the resource's default order. */
export function sortParameter(resource: AnyResource, sort: ListSort | null): string | null {
  if (!sort) return null
  const parameter = `${sort.descending ? '-' : ''}${sort.field}`
  return parameter === resource.list.defaultSort ? null : parameter
}

export function pageSizeOf(query: ListState): number {
  return Number(query['limit'] ?? defaultPageSize)
}
