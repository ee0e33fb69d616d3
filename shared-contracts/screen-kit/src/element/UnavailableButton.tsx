import { Button, Tooltip, type ButtonProps } from 'antd'
import { useId, type ReactNode } from 'react'
import kit from '../base/kit.module.css'
import styles from './element.module.css'

interface UnavailableButtonProps extends Pick<ButtonProps, 'size' | 'type'> {
  readonly label: ReactNode
  /** Name for screen readers, where the label does not say it. */
  readonly name?: string | undefined
  readonly reason: ReactNode
  readonly icon?: ReactNode
}

/** An unavailable button that stays reachable by keyboard and pointer, in order to show the reason (spec/site "Unavailable actions"). */
export function UnavailableButton({ label, name, reason, icon, ...shape }: UnavailableButtonProps): ReactNode {
  const id = useId()
  return (
    <>
      <Tooltip title={reason} placement="top" trigger={['hover', 'focus']}>
        <Button
          {...shape}
          className={styles.unavailable}
          aria-disabled="true"
          aria-describedby={id}
          icon={icon}
          {...(name === undefined ? {} : { 'aria-label': name })}
        >
          {label}
        </Button>
      </Tooltip>
      <span id={id} className={kit.hidden}>
        {reason}
      </span>
    </>
  )
}
