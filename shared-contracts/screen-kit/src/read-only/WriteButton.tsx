import { Button, type ButtonProps } from 'antd'
import type { ReactNode } from 'react'
import { useReadOnly } from './use-read-only.ts'
import { UnavailableButton } from '../element/UnavailableButton.tsx'

/** A button that changes something, or leads to that; unavailable with the reason while an administrator views the site as somebody else. */
export function WriteButton(props: ButtonProps): ReactNode {
  const reason = useReadOnly()
  if (reason === null) return <Button {...props} />
  const { children, icon, size, type } = props
  return (
    <UnavailableButton
      label={children}
      name={props['aria-label']}
      reason={reason}
      icon={icon}
      {...(size === undefined ? {} : { size })}
      {...(type === 'text' || type === 'link' ? { type } : {})}
    />
  )
}
