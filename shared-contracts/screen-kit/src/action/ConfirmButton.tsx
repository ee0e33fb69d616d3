import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { Dialog } from '../dialog/Dialog.tsx'
import { useKitText } from '../base/texts.ts'

interface ConfirmButtonProps {
  readonly action: string
  /** What the button is called where others of the page do the same. */
  readonly label?: string
  readonly title: string
  /** What comes of it. */
  readonly children: ReactNode
  readonly danger?: true
  readonly disabled?: boolean
  readonly describedBy?: string | undefined
  readonly busy: boolean
  /** The question stays open until this is done. */
  readonly confirm: () => Promise<unknown>
}

/** Does something after a question. */
export function ConfirmButton({
  action,
  label,
  title,
  children,
  danger,
  disabled,
  describedBy,
  busy,
  confirm,
}: ConfirmButtonProps): ReactNode {
  const text = useKitText()
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button
        danger={danger === true}
        disabled={disabled === true}
        aria-label={label ?? action}
        aria-describedby={describedBy}
        onClick={() => setAsked(true)}
      >
        {action}
      </Button>
      <Dialog
        open={asked}
        title={title}
        okText={action}
        okButtonProps={{ danger: danger === true, loading: busy }}
        cancelText={text('cancel')}
        onCancel={() => setAsked(false)}
        onOk={() => void confirm().then(() => setAsked(false))}
      >
        {children}
      </Dialog>
    </>
  )
}
