import type { AnyResource } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { mdiPencilOutline } from '@mdi/js'
import type { Dispatch, ReactNode } from 'react'
import { fieldOf } from '../../base/field-of.ts'
import type { KitRecord } from '../../base/resource-endpoints.ts'
import { useKitText } from '../../base/texts.ts'
import { Icon } from '../../element/Icon.tsx'
import { lazyDialog } from '../../on-demand/lazy-part.tsx'
import { CellChange } from './CellChange.tsx'
import styles from './cell.module.css'
import type { RowDraft, SheetEvent } from '../sheet/sheet-state.ts'
import { cellFault } from './cell-fault.tsx'

const CellDialog = lazyDialog(
  () => import('./CellDialog.tsx'),
  ({ dispatch }) => dispatch({ type: 'close' }),
)

interface CardValueProps {
  readonly resource: AnyResource
  /** The column. */
  readonly name: string
  /** The field that it edits. */
  readonly field: string
  readonly record: KitRecord
  readonly draft: RowDraft | undefined
  readonly open: boolean
  readonly dispatch: Dispatch<SheetEvent>
  readonly children: ReactNode
}

/** A value of a card that is edited in a dialog, since a phone has no room for an input in its place. */
export function CardValue({ resource, name, field, record, draft, open, dispatch, children }: CardValueProps): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const fault = cellFault(resource, field, draft)
  const label = localize(fieldOf(resource, field).label)
  return (
    <div className={styles.card}>
      <div>
        <CellChange resource={resource} field={field} draft={draft}>
          {children}
        </CellChange>
        {fault === null ? null : <div className={styles.fault}>{fault}</div>}
      </div>
      <button
        type="button"
        aria-label={text('cell_edit_of', { label, title: String(record[resource.title]) })}
        onClick={() => dispatch({ type: 'open', place: { id: record.id, name }, start: null })}
      >
        <Icon path={mdiPencilOutline} />
      </button>
      {open ? <CellDialog resource={resource} field={field} record={record} draft={draft} dispatch={dispatch} /> : null}
    </div>
  )
}
