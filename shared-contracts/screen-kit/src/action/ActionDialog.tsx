import { useText } from '@adsite/i18n'
import { Modal } from 'antd'
import { useState, type ReactNode } from 'react'
import { kit } from '../base/styles.tsx'
import { useKitText } from '../base/texts.ts'
import type { ResourceAction } from '../record/use-resource-actions.ts'
import { ReasonFields } from './ReasonFields.tsx'
import { useReason } from './use-reason.ts'

/** Asks before an action, and why where it wants to know. Stays open, with what was said, when the action is refused. */
export default function ActionDialog({ action, onClose }: { action: ResourceAction; onClose: () => void }): ReactNode {
  const text = useKitText()
  const read = useText()
  const reason = useReason(action.rule)
  const [running, setRunning] = useState(false)
  const { label, confirm, reason: asked } = action.rule

  async function act(): Promise<void> {
    const body = reason.take()
    if (body === null) return
    setRunning(true)
    const done = await action.run(body)
    setRunning(false)
    if (done) onClose()
  }

  return (
    <Modal
      open
      title={read(label)}
      okText={read(label)}
      okButtonProps={{ danger: confirm !== undefined }}
      confirmLoading={running}
      cancelText={text('cancel')}
      onCancel={onClose}
      onOk={() => void act()}
    >
      <div className={kit.form}>
        {confirm ? <p className={kit.paragraph}>{read(confirm)}</p> : null}
        {asked ? <ReasonFields asked={asked} state={reason} /> : null}
      </div>
    </Modal>
  )
}
