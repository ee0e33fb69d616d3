import type { ReactNode } from 'react'
import { Dialog } from '../dialog/Dialog.tsx'
import { useKitText } from '../base/texts.ts'
import type { UnsavedGuard } from './state/use-unsaved-guard.ts'

/** Asks whether to discard unsaved input. */
export function UnsavedDialog({ guard }: { guard: UnsavedGuard }): ReactNode {
  const text = useKitText()
  const { question } = guard
  return (
    <Dialog
      open={question !== null}
      title={text('unsaved_title')}
      okText={text('unsaved_leave')}
      okButtonProps={{ danger: true }}
      cancelText={text('unsaved_stay')}
      onOk={question?.leave}
      onCancel={question?.stay}
    >
      {text('unsaved_text')}
    </Dialog>
  )
}
