import { Popover } from 'antd'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { StateActions, type StateActionsProps } from './StateActions.tsx'
import styles from './cell.module.css'

interface StateMenuProps extends StateActionsProps {
  readonly label: string
  readonly anchor: RefObject<HTMLElement | null>
}

/** The actions of an open cell of a state, below it. They take the focus; Escape and Tab give it back. */
export default function StateMenu({ label, anchor, ...actions }: StateMenuProps): ReactNode {
  const { dispatch } = actions
  const panel = useRef<HTMLElement>(null)
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
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the buttons in it
        <section
          ref={panel}
          aria-label={label}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' && event.key !== 'Tab') return
            event.preventDefault()
            dispatch({ type: 'close' })
          }}
        >
          <StateActions {...actions} />
        </section>
      }
    >
      <span className={styles.anchor} />
    </Popover>
  )
}
