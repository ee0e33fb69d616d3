import { Button, Modal } from 'antd'
import { useState, type ReactNode } from 'react'
import { useSingleSignOnText } from './texts.ts'

interface Props {
  readonly name: string
  readonly sure: string
  readonly busy: boolean
  readonly remove: () => Promise<string | null>
}

/** Deletes something after a question. */
export function RemoveButton({ name, sure, busy, remove }: Props): ReactNode {
  const text = useSingleSignOnText()
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button danger aria-label={text('of', { name, action: text('remove') })} onClick={() => setAsked(true)}>
        {text('remove')}
      </Button>
      <Modal
        open={asked}
        title={text('remove_title', { name })}
        okText={text('remove')}
        okButtonProps={{ danger: true, loading: busy }}
        cancelText={text('cancel')}
        onCancel={() => setAsked(false)}
        onOk={() => void remove().then(() => setAsked(false))}
      >
        <p>{sure}</p>
      </Modal>
    </>
  )
}
