import type { AnyResource } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { mdiPencilOutline } from '@mdi/js'
import { useId, type Dispatch, type KeyboardEvent, type ReactNode } from 'react'
import { isComposing } from '../../base/composing.ts'
import { fieldOf } from '../../base/field-of.ts'
import { Icon } from '../../element/Icon.tsx'
import { lazyDialog } from '../../on-demand/lazy-part.tsx'
import kit from '../../base/kit.module.css'
import { useLostFocus } from '../../focus/use-lost-focus.ts'
import type { KitRecord } from '../../base/resource-endpoints.ts'
import { useKitText } from '../../base/texts.ts'
import { CellInput } from './CellInput.tsx'
import { CellChange } from './CellChange.tsx'
import { cellAttribute, moveByArrow } from './cell-keys.ts'
import styles from './cell.module.css'
import type { RowDraft, SheetEvent } from '../sheet/sheet-state.ts'
import { cellFault } from './cell-fault.tsx'

const StateMenu = lazyDialog(
  () => import('./StateMenu.tsx'),
  ({ dispatch }) => dispatch({ type: 'close' }),
)

export interface RowSheet {
  readonly draft: RowDraft | undefined
  /** The column of the open cell of this row, and the text to start with. */
  readonly open: { readonly name: string; readonly start: string | null } | null
  /** The column of the cell that Tab comes to. */
  readonly active: string | null
}

interface SheetCellProps extends RowSheet {
  readonly resource: AnyResource
  /** The column. */
  readonly name: string
  /** The field that it edits. */
  readonly field: string
  readonly record: KitRecord
  readonly dispatch: Dispatch<SheetEvent>
  /** The value as the list shows it. */
  readonly children: ReactNode
  /** The value is a link of its own: a button beside it opens the cell. */
  readonly linked?: boolean
}

/** A cell that is edited in place, like in a spreadsheet: a click, Enter, F2 or typing opens it, arrows move on, Escape takes its change back. */
export function SheetCell({
  resource,
  name,
  field,
  record,
  draft,
  open,
  active,
  dispatch,
  children,
  linked = false,
}: SheetCellProps): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const id = useId()
  const fault = cellFault(resource, field, draft)
  const isOpen = open?.name === name
  const button = useLostFocus<HTMLButtonElement>(isOpen)
  const place = { id: record.id, name }
  const isState = field === resource.states?.field
  const label = localize(fieldOf(resource, field).label)

  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>): void {
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    if (moveByArrow(event.currentTarget, key)) event.preventDefault()
    else if (key === 'Escape' && draft) dispatch({ type: 'revert', id: record.id, field })
    else if (key === 'F2') dispatch({ type: 'open', place, start: null })
    else if (isState) return
    else if (key === 'Delete' || key === 'Backspace') dispatch({ type: 'fill', cells: [{ record, field, value: '' }], left: 0 })
    // The input method types into what has the focus when its key is released.
    else if (isComposing(event)) dispatch({ type: 'open', place, start: '' })
    else if (key.length === 1 && key !== ' ') {
      event.preventDefault()
      dispatch({ type: 'open', place, start: key })
    }
  }

  if (isOpen && !isState) {
    return (
      <div className={styles.place} {...{ [cellAttribute]: name }}>
        <CellInput
          resource={resource}
          field={field}
          name={name}
          record={record}
          draft={draft}
          start={open.start}
          label={label}
          dispatch={dispatch}
        />
      </div>
    )
  }
  const changed = draft !== undefined && (field in draft.values || (isState && draft.action !== null))
  const shown = (
    <CellChange resource={resource} field={field} draft={draft}>
      {children}
    </CellChange>
  )
  return (
    <div className={styles.place} {...{ [cellAttribute]: name }}>
      {linked ? (
        <div className={styles.linked} data-changed={changed} data-wrong={fault !== null}>
          {shown}
        </div>
      ) : null}
      <button
        ref={button}
        type="button"
        className={linked ? styles.pencil : styles.cell}
        data-changed={changed}
        data-wrong={fault !== null}
        tabIndex={active === name ? 0 : -1}
        {...(isState ? { 'aria-haspopup': 'menu' as const, 'aria-expanded': isOpen } : {})}
        {...(fault === null ? {} : { 'aria-describedby': `${id}-fault` })}
        onClick={() => dispatch({ type: 'open', place, start: null })}
        onFocus={() => dispatch({ type: 'focus', place })}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          event.preventDefault()
          dispatch({ type: 'paste', place, text: event.clipboardData.getData('text/plain') })
        }}
      >
        {linked ? <Icon path={mdiPencilOutline} /> : shown}
        <span className={kit.hidden}> {text('cell_edit', { label })}</span>
      </button>
      {fault === null ? null : (
        <div id={`${id}-fault`} className={styles.fault}>
          {fault}
        </div>
      )}
      {isOpen && isState ? (
        <StateMenu label={label} resource={resource} record={record} draft={draft} dispatch={dispatch} anchor={button} />
      ) : null}
    </div>
  )
}
