import { useRole } from '@adsite/auth'
import { editActions, may, mayAct, type AnyResource } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import type { Dispatch, ReactNode } from 'react'
import { MenuAction } from '../../action/ActionMenu.tsx'
import { useStateReason } from '../../action/use-resource-actions.ts'
import kit from '../../base/kit.module.css'
import type { KitRecord } from '../../base/resource-endpoints.ts'
import { useSheetText } from '../sheet/texts.ts'
import type { RowDraft, SheetEvent } from '../sheet/sheet-state.ts'

export interface StateActionsProps {
  readonly resource: AnyResource
  readonly record: KitRecord
  readonly draft: RowDraft | undefined
  readonly dispatch: Dispatch<SheetEvent>
}

/** The actions that change the state of a row when the list is saved; those that the state does not allow say why. */
export function StateActions({ resource, record, draft, dispatch }: StateActionsProps): ReactNode {
  const text = useSheetText()
  const localize = useLocalize()
  const role = useRole()
  const reasonOf = useStateReason(resource)
  const { states } = resource
  const state = states && String(record[states.field])
  return (
    <ul className={kit.options}>
      {editActions(resource).map((name) => {
        const rule = states?.actions[name]
        if (!rule || !states || state === undefined || !may(role, rule.permission)) return null
        return (
          <MenuAction
            key={name}
            label={localize(rule.label)}
            reason={mayAct(states, name, state) ? null : reasonOf(rule, state)}
            onClick={() => dispatch({ type: 'act', record, action: name })}
          />
        )
      })}
      {draft?.action ? (
        <MenuAction label={text('cell_revert')} reason={null} onClick={() => dispatch({ type: 'act', record, action: null })} />
      ) : null}
    </ul>
  )
}
