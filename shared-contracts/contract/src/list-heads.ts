import { listOfRoute, type RouteList } from './list-calls.ts'
import { bulkActionsOf } from './list/bulk-actions.ts'
import { editableOf, editsMany } from './list/editable.ts'
import { boxWidth, columnsOf, growingWidths, type ListColumn } from './list/list-columns.ts'
import { sortNames } from './field/list-query.ts'
import { listQueryAt, shownColumns, sortOf } from './resource/list-address.ts'
import type { Role } from './role/role.ts'
import type { Locale } from './text/text.ts'

export interface ListHead {
  readonly label: string
  /** CSS length. */
  readonly width: string
  readonly place: ListColumn['place']
  /** How the list is sorted by the column; `none`: it could be, null: it cannot. */
  readonly sort: 'ascending' | 'descending' | 'none' | null
}

export interface ListHeads {
  /** Whether a column of checkboxes stands first, with {@link boxWidth}. */
  readonly choosing: boolean
  /** Minimum width of the table in px. */
  readonly least: number
  readonly heads: readonly ListHead[]
}

/** Whether rows are chosen: for bulk actions, to edit many, or for the labels of many, for which their screens have a tool. */
function choosesRows({ resource, calls }: RouteList, role: Role): boolean {
  const editable = editableOf(resource, calls['edit'], role)
  return bulkActionsOf(resource, calls['bulk'], role).length > 0 || editsMany(resource, editable) || calls['labels'] !== undefined
}

/** The heads of the list at the URL of a route, as it shows them unless a saved view opens; null without a list ({@link listOfRoute}). */
export function listHeadsAt(route: string, search: URLSearchParams, role: Role, language: Locale): ListHeads | null {
  const list = listOfRoute(route, role)
  if (!list) return null
  const { resource } = list
  const choosing = choosesRows(list, role)
  const columns = columnsOf(resource, shownColumns(resource, role, search), language)
  const least = columns.reduce((sum, { width }) => sum + width, choosing ? boxWidth : 0)
  const widths = growingWidths(columns, least)
  const sortable = sortNames(resource)
  const sort = sortOf(resource, listQueryAt(resource, role, search))
  const heads = columns.map(({ name, field, place }, at): ListHead => {
    const order = name !== sort.field ? 'none' : sort.descending ? 'descending' : 'ascending'
    return { label: field.label[language], width: widths[at] ?? '', place, sort: sortable.includes(name) ? order : null }
  })
  return { choosing, least, heads }
}
