import { useRole } from '@adsite/auth'
import { editableOf, type AnyResource, type Editable } from '@adsite/contract'
import { useCallback, useMemo, useReducer, type Dispatch } from 'react'
import type { ListEndpoints } from '../../base/resource-endpoints.ts'
import { rowsOf } from '../state/list-state.ts'
import type { ResourceListState } from '../state/use-resource-list.ts'
import { useReadOnly } from '../../read-only/use-read-only.ts'
import { emptySheet, nextSheet, type SheetEvent, type SheetState } from './sheet-state.ts'

export interface Sheet {
  readonly editable: Editable
  readonly state: SheetState
  /** Keeps its identity while the list shows the same rows. */
  readonly dispatch: Dispatch<SheetEvent>
}

/** The changes belong to the rows that they were made in. */
interface Kept {
  readonly rows: string
  readonly state: SheetState
}

interface Told {
  readonly rows: string
  readonly event: SheetEvent
}

/** The cells of a list that are changed and not saved; null where the role edits nothing. */
export function useSheet(resource: AnyResource, endpoints: ListEndpoints, list: ResourceListState): Sheet | null {
  const role = useRole()
  const readOnly = useReadOnly() !== null
  const editable = useMemo(
    () => editableOf(resource, readOnly ? undefined : endpoints.edit, role),
    [resource, endpoints.edit, role, readOnly],
  )
  const rows = rowsOf(list.query)
  const shown = { rows: list.rows ?? [], columns: list.columns, editable }
  function next(kept: Kept, told: Told): Kept {
    const isSame = kept.rows === told.rows
    // The answer to a save that comes after the list has been left.
    if (!isSame && told.rows !== rows) return kept
    return { rows: told.rows, state: nextSheet(resource, shown, isSame ? kept.state : emptySheet, told.event) }
  }
  const [kept, tell] = useReducer(next, { rows, state: emptySheet })
  const dispatch = useCallback((event: SheetEvent) => tell({ rows, event }), [rows])
  return editable.size === 0 ? null : { editable, dispatch, state: kept.rows === rows ? kept.state : emptySheet }
}
