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

/** The tooltip would describe it by its own text too, and the reason would be read twice. */
function DescribedButton({ reasonId, ...props }: ButtonProps & { readonly reasonId: string }): ReactNode {
  return <Button {...props} aria-describedby={reasonId} />
}

/** An unavailable button that stays reachable by keyboard and pointer, in order to show the reason (spec/site "Unavailable actions"). */
export function UnavailableButton({ label, name, reason, icon, ...shape }: UnavailableButtonProps): ReactNode {
  const id = useId()
  return (
    <>
      <Tooltip title={reason} placement="top" trigger={['hover', 'focus']}>
        <DescribedButton
          {...shape}
          className={styles.unavailable}
          aria-disabled="true"
          reasonId={id}
          icon={icon}
          {...(name === undefined ? {} : { 'aria-label': name })}
        >
          {label}
        </DescribedButton>
      </Tooltip>
      <span id={id} className={kit.hidden}>
        {reason}
      </span>
    </>
  )
}
