import { Popover } from 'antd'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { StateActions, type StateActionsProps } from './StateActions.tsx'
import styles from './cell.module.css'

interface StateMenuProps extends StateActionsProps {
  readonly anchor: RefObject<HTMLElement | null>
}

/** The actions of an open cell of a state, below it. They take the focus; Escape and Tab give it back. */
export default function StateMenu({ anchor, ...actions }: StateMenuProps): ReactNode {
  const { dispatch } = actions
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const cell = anchor.current
    panel.current?.querySelector('button')?.focus()
    return () => cell?.focus()
  }, [anchor])
  return (
    <Popover
      open
      trigger="click"
      placement="bottomLeft"
      onOpenChange={(open) => (open ? undefined : dispatch({ type: 'close' }))}
      content={
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the buttons in it
        <div
          ref={panel}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' && event.key !== 'Tab') return
            event.preventDefault()
            dispatch({ type: 'close' })
          }}
        >
          <StateActions {...actions} />
        </div>
      }
    >
      <span className={styles.anchor} />
    </Popover>
  )
}
