import type { AnyResource, Role, UndoField } from '@adsite/contract'
import { formatDateTime, useLanguage, useLocalize } from '@adsite/i18n'
import type { ReactNode } from 'react'
import kit from '../base/kit.module.css'
import { historyColumn } from '../value/history-column.ts'
import { PlainValue } from '../value/PlainValue.tsx'
import { useUndoText } from './texts.ts'

interface UndoValueProps {
  readonly resource: AnyResource
  readonly role: Role
  readonly field: UndoField
}

/** A field of a change: its current and its former value, or why it is not undone. */
export function UndoValue({ resource, role, field: { field, now, back, stays, later, action } }: UndoValueProps): ReactNode {
  const text = useUndoText()
  const localize = useLocalize()
  const language = useLanguage()
  const column = historyColumn(resource, role, field)
  if (!column) return null
  function reason(): string | null {
    if (stays === null) return null
    if (stays === 'later' && later) {
      return text('undo_stays_later_by', { at: formatDateTime(later.at, language), by: later.by ?? text('system') })
    }
    const rule = action === null ? undefined : resource.states?.actions[action]
    if (stays === 'state' && rule) return text('undo_stays_action', { action: localize(rule.label) })
    return text(`undo_stays_${stays}`)
  }
  const words = reason()
  return (
    <>
      <span className={words === null ? kit.before : undefined}>
        <PlainValue field={column} value={now} />
      </span>
      {words === null ? (
        <>
          {' → '}
          <ins style={{ textDecoration: 'none' }}>
            <PlainValue field={column} value={back} />
          </ins>
        </>
      ) : (
        <span className={kit.small} style={{ display: 'block' }}>
          {words}
        </span>
      )}
    </>
  )
}
