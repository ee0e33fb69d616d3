import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'

interface LinkButtonProps {
  /** null: the reader may not go there; nothing stands here then. */
  readonly href: string | null
  readonly type?: 'primary' | 'default'
  readonly icon?: ReactNode
  readonly children: ReactNode
}

/** A real link that looks like a button: it opens in a new tab as links do. */
export function LinkButton({ href, type = 'default', icon, children }: LinkButtonProps): ReactNode {
  const navigate = useNavigate()
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
