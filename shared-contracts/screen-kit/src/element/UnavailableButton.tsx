import { Button, Tooltip } from 'antd'
import { useId, type ReactNode } from 'react'
import kit from '../base/kit.module.css'
import styles from './element.module.css'

interface UnavailableButtonProps {
  readonly label: string
  readonly reason: string
  readonly icon?: ReactNode
}

/** An unavailable button that stays reachable by keyboard and pointer, in order to show the reason (spec/site "Unavailable actions"). */
export function UnavailableButton({ label, reason, icon }: UnavailableButtonProps): ReactNode {
  const id = useId()
  return (
    <>
      <Tooltip title={reason} placement="top" trigger={['hover', 'focus']}>
        <Button className={styles.unavailable} aria-disabled="true" aria-describedby={id} icon={icon}>
          {label}
        </Button>
      </Tooltip>
      <span id={id} className={kit.hidden}>
        {reason}
      </span>
    </>
  )
}
