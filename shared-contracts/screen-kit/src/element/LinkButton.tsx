import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigateHere } from '../address/use-navigate-here.ts'

interface LinkButtonProps {
  /** Null if the user may not open the target; nothing is rendered then. */
  readonly href: string | null
  readonly type?: 'primary' | 'default'
  readonly icon?: ReactNode
  readonly children: ReactNode
}

/** A link styled as a button; unlike a button, it can be opened in a new tab. */
export function LinkButton({ href, type = 'default', icon, children }: LinkButtonProps): ReactNode {
  const navigate = useNavigateHere()
  if (href === null) return null
  return (
    <Button
      type={type}
      icon={icon}
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void navigate(href)
      }}
    >
      {children}
    </Button>
  )
}
