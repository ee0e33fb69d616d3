import { useRole } from '@adsite/auth'
import { bulkActionsOf, editsMany, type AnyResource } from '@adsite/contract'
import type { ComponentType, ReactNode } from 'react'
import { lazyPart } from '../on-demand/lazy-part.tsx'
import { LoadFailure } from '../element/Notice.tsx'
import kit from '../base/kit.module.css'
import type { ListEndpoints } from '../base/resource-endpoints.ts'
import type { RecordAddress } from '../element/RecordLink.tsx'
import type { BulkToolProps } from './bulk/BulkBar.tsx'
import { ListCards } from './rows/ListCards.tsx'
import { ListPaging } from './rows/ListPaging.tsx'
import { ListTable } from './rows/ListTable.tsx'
import { useSheet } from './sheet/use-sheet.ts'
import { conditionsOf } from './state/list-state.ts'
import type { ResourceListState } from './state/use-resource-list.ts'
import { useSelection } from './state/use-selection.ts'

const BulkBar = lazyPart(() => import('./bulk/BulkBar.tsx'))
const SheetBar = lazyPart(() => import('./sheet/SheetBar.tsx'))

interface ListResultsProps extends RecordAddress {
  readonly resource: AnyResource
  readonly endpoints: ListEndpoints
  readonly list: ResourceListState
  /** A button of the screen for the selected records, beside the bulk actions. */
  readonly bulkTool?: ComponentType<BulkToolProps> | undefined
  /** On a phone: cards in place of a table. */
  readonly narrow: boolean
  /** What stands in place of the rows where there are none. */
  readonly empty: ReactNode
  /** Whether the page and its size stand below the rows. */
  readonly paged: boolean
}

/** The rows of a list in whatever state they are (failed, none, a table, cards), what can be done with many of them, and the pages. */
export function ListResults({ resource, endpoints, list, bulkTool, narrow, empty, paged, ...address }: ListResultsProps): ReactNode {
  const role = useRole()
  const selection = useSelection(conditionsOf(resource, list.query))
  const actions = bulkActionsOf(resource, endpoints.bulk, role)
  const sheet = useSheet(resource, endpoints, list)
  const told = sheet !== null && (sheet.state.outcome !== null || sheet.state.left > 0)
  const isEdited = sheet !== null && editsMany(resource, sheet.editable)
  const selectable = actions.length > 0 || isEdited || bulkTool !== undefined
  const Body = narrow ? ListCards : ListTable
  const isChosen = selection.all || selection.ids.length > 0
  const changed = sheet?.state.rows.size ?? 0
  const bar = changed > 0 || (told && !isChosen) ? 'sheet' : selectable && isChosen ? 'bulk' : null
  return (
    <>
      {list.error ? (
        <LoadFailure error={list.error} retry={list.retry} />
      ) : list.rows?.length === 0 ? (
        <div className={kit.panel}>{empty}</div>
      ) : (
        <Body
          resource={resource}
          list={list}
          {...address}
          selection={selectable ? selection : null}
          totals={endpoints.totals}
          sheet={sheet}
          bar={bar}
        />
      )}
      {sheet && endpoints.edit && bar === 'sheet' ? (
        <SheetBar resource={resource} endpoint={endpoints.edit} undo={endpoints.undo} sheet={sheet} hold={list.hold} />
      ) : null}
      {bar === 'bulk' ? (
        <BulkBar
          resource={resource}
          endpoints={endpoints}
          tool={bulkTool}
          actions={actions}
          editable={isEdited ? sheet.editable : null}
          list={list}
          selection={selection}
          {...address}
        />
      ) : null}
      {paged ? <ListPaging list={list} /> : null}
    </>
  )
}
