import type { ComponentProps, ReactNode } from 'react'
import styles from './BusyButton.module.css'

interface BusyButtonProps extends ComponentProps<'button'> {
  /** What it starts, or something else that excludes that, is running. */
  readonly busy: boolean
}

/** A button that cannot be pressed while something runs. It is not disabled meanwhile: a disabled button loses the keyboard focus. */
export function BusyButton({ busy, className = '', type = 'button', onClick, ...rest }: BusyButtonProps): ReactNode {
  return (
    <button
      aria-disabled={busy}
      {...rest}
      type={type}
      className={`${className} ${styles.button}`}
      // A prevented click sends no form either, also where Enter in a field causes it.
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  )
}
