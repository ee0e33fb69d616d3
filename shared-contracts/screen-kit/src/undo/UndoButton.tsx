import { useRole } from '@adsite/auth'
import { may, type UndoEndpoint } from '@adsite/contract'
import { useState, type ReactNode } from 'react'
import { lazyDialog } from '../on-demand/lazy-part.tsx'
import type { UndoDialogProps } from './UndoDialog.tsx'
import { WriteButton } from '../read-only/WriteButton.tsx'

const UndoDialog = lazyDialog(
  () => import('./UndoDialog.tsx'),
  ({ onClose }) => onClose(0),
)

interface UndoButtonProps extends Omit<UndoDialogProps, 'endpoint' | 'role' | 'onClose'> {
  /** Absent: changes of the resource cannot be undone. */
  readonly endpoint: UndoEndpoint | undefined
  readonly children: string
  /** Names the change, if the page has several undo buttons. */
  readonly name?: string
  readonly size?: 'small'
  /** Told when the dialog closes and something was undone: in how many records. */
  readonly onUndone?: (count: number) => void
}

/** Opens the preview of an undo; renders nothing for roles without the permission. */
export function UndoButton({ endpoint, children, name, size, onUndone, ...change }: UndoButtonProps): ReactNode {
  const role = useRole()
  const [open, setOpen] = useState(false)
  function close(done: number): void {
    setOpen(false)
    if (done > 0) onUndone?.(done)
  }
  if (!endpoint || role === null || !may(role, endpoint.permission)) return null
  return (
    <>
      <WriteButton
        {...(size ? { size } : {})}
        {...(name === undefined ? {} : { 'aria-label': name })}
        onPointerEnter={() => void UndoDialog.preload()}
        onFocus={() => void UndoDialog.preload()}
        onClick={() => setOpen(true)}
      >
        {children}
      </WriteButton>
      {open ? <UndoDialog endpoint={endpoint} role={role} {...change} onClose={close} /> : null}
    </>
  )
}
