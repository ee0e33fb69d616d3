import { emptyText, formatValue, type AnyResource } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import type { ReactNode } from 'react'
import { fieldOf } from '../../base/field-of.ts'
import kit from '../../base/kit.module.css'
import { useKitText } from '../../base/texts.ts'
import { stateChoice } from '../../action/use-resource-actions.ts'
import { StateTag } from '../../base/StateTag.tsx'
import styles from './cell.module.css'
import { draftState, rowFaults, storedValues, type RowDraft } from '../sheet/sheet-state.ts'

interface CellChangeProps {
  readonly resource: AnyResource
  readonly field: string
  readonly draft: RowDraft | undefined
  /** The value without the change. */
  readonly children: ReactNode
}

/** The value of a cell: if it has been changed, the new one with the former one below it. */
export function CellChange({ resource, field, draft, children }: CellChangeProps): ReactNode {
  const text = useKitText()
  const language = useLanguage()
  const isState = field === resource.states?.field
  const state = isState ? draftState(resource, draft) : null
  if (!draft || (isState ? state === null : !(field in draft.values))) return children
  const column = fieldOf(resource, field)
  const typed = rowFaults(resource, draft)[field] === undefined ? null : String(draft.values[field] ?? '')
  const choice = isState ? stateChoice(resource, state) : undefined
  const shown = (value: unknown) => formatValue(column, value, language) ?? emptyText(column, language)
  return (
    <>
      <span className={styles.now}>{choice ? <StateTag choice={choice} /> : typed || shown(storedValues(resource, draft)[field])}</span>
      <s className={styles.former}>
        <span className={kit.hidden}> {text('cell_former')}</span> {shown(draft.record[field])}
      </s>
    </>
  )
}
