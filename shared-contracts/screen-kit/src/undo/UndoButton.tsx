import { useRole } from '@adsite/auth'
import { may, type UndoEndpoint } from '@adsite/contract'
import { Button } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { UndoDialogProps } from './UndoDialog.tsx'

const loadDialog = () => import('./UndoDialog.tsx')
const UndoDialog = lazy(loadDialog)

interface UndoButtonProps extends Omit<UndoDialogProps, 'endpoint' | 'role' | 'onClose'> {
  /** Absent: changes of the resource are not taken back. */
  readonly endpoint: UndoEndpoint | undefined
  readonly children: string
  /** Says which change, where several buttons say the same. */
  readonly name?: string
  readonly size?: 'small'
}

/** Opens the preview of taking a change back; nothing for roles that may not. */
export function UndoButton({ endpoint, children, name, size, ...change }: UndoButtonProps): ReactNode {
  const role = useRole()
  const [open, setOpen] = useState(false)
  if (!endpoint || role === null || !may(role, endpoint.permission)) return null
  return (
    <>
      <Button
        {...(size ? { size } : {})}
        {...(name === undefined ? {} : { 'aria-label': name })}
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() => setOpen(true)}
      >
        {children}
      </Button>
      {open ? (
        <Suspense>
          <UndoDialog endpoint={endpoint} role={role} {...change} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
