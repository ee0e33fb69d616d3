import { useLocalize } from '@adsite/i18n'
import { mdiDotsHorizontal } from '@mdi/js'
import { useId, type ReactNode } from 'react'
import kit from '../base/kit.module.css'
import styles from './action.module.css'
import { useKitText } from '../base/texts.ts'
import { ToolPopover } from '../element/ToolPopover.tsx'
import type { ResourceAction } from './use-resource-actions.ts'

interface ActionMenuProps {
  readonly actions: readonly ResourceAction[]
  /** Why an action is currently unavailable. */
  readonly reasonOf: (action: ResourceAction) => string
  /** Whether one of the actions is running. */
  readonly running: boolean
  /** Prefetches the chunk of the action dialog. */
  readonly load: () => unknown
  readonly start: (action: ResourceAction) => void
}

interface MenuActionProps {
  readonly label: string
  readonly danger?: boolean
  /** Why it is unavailable; null if it is available. */
  readonly reason: string | null
  readonly onClick: () => void
}

/** A menu item; unavailable actions stay reachable by keyboard and pointer, with the reason below (spec/site "Unavailable actions"). */
export function MenuAction({ label, danger = false, reason, onClick }: MenuActionProps): ReactNode {
  const id = useId()
  return (
    <li>
      <button
        type="button"
        className={styles.menuAction}
        data-danger={danger && reason === null}
        {...(reason === null ? { onClick } : { 'aria-disabled': true, 'aria-describedby': id })}
      >
        {label}
      </button>
      {reason === null ? null : (
        <p id={id} className={styles.menuReason}>
          {reason}
        </p>
      )}
    </li>
  )
}

/** The actions of a record without a button of their own; available ones come first. */
export function ActionMenu({ actions, reasonOf, running, load, start }: ActionMenuProps): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const sorted = [...actions.filter(({ allowed }) => allowed), ...actions.filter(({ allowed }) => !allowed)]
  return (
    <ToolPopover label={text('more_actions')} icon={mdiDotsHorizontal} placement="bottomLeft" busy={running} load={load}>
      {(close) => (
        <ul className={kit.options}>
          {sorted.map((action) => (
            <MenuAction
              key={action.name}
              label={localize(action.rule.label)}
              danger={action.rule.confirm !== undefined}
              reason={action.allowed ? null : reasonOf(action)}
              onClick={() => {
                close()
                start(action)
              }}
            />
          ))}
        </ul>
      )}
    </ToolPopover>
  )
}
