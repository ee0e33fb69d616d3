import { ApiError } from '@adsite/api-client'
import { changeRequestReason, validationText } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { Dialog } from '@adsite/screen-kit'
import { Input } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import * as v from 'valibot'
import styles from './four-eyes.module.css'
import { useFourEyesText } from './texts.ts'

interface Props {
  readonly title: string
  readonly label: string
  readonly action: string
  readonly danger: boolean
  /** What it is about. */
  readonly children: ReactNode
  readonly initial: string
  readonly send: (reason: string) => Promise<unknown>
  /** Called once the decision is made, or has failed for another reason than what was typed. */
  readonly onAnswered: (failure: Error | null) => void
  readonly onClose: () => void
}

/** Asks for the reason of a decision, and sends both. */
export function ReasonDialog({ title, label, action, danger, children, initial, send, onAnswered, onClose }: Props): ReactNode {
  const text = useFourEyesText()
  const language = useLanguage()
  const shell = useShell()
  const id = useId()
  const [reason, setReason] = useState(initial)
  const [left, setLeft] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>([])
  const [running, setRunning] = useState(false)
  const parsed = v.safeParse(changeRequestReason, { reason })
  const faults = refused.length > 0 ? refused : left && !parsed.success ? [validationText(parsed.issues[0].message, language)] : []

  async function run(): Promise<void> {
    setLeft(true)
    if (!parsed.success) {
      document.getElementById(id)?.focus()
      return
    }
    setRunning(true)
    const outcome = await shell.run(() => send(parsed.output.reason), ['reason'])
    setRunning(false)
    const told = !outcome.done && outcome.error instanceof ApiError ? (outcome.error.errors['reason'] ?? []) : []
    if (told.length > 0) setRefused(told)
    else onAnswered(outcome.done ? null : outcome.error)
  }

  return (
    <Dialog
      open
      title={title}
      okText={action}
      okButtonProps={{ danger }}
      cancelText={text('cancel')}
      confirmLoading={running}
      onOk={() => void run()}
      onCancel={onClose}
    >
      {children}
      <div className={styles.field}>
        <label htmlFor={id}>{label}</label>
        <Input.TextArea
          id={id}
          rows={3}
          value={reason}
          aria-required
          aria-invalid={faults.length > 0}
          aria-describedby={faults.length > 0 ? `${id}-fault` : undefined}
          onChange={({ target }) => {
            setReason(target.value)
            setRefused([])
          }}
        />
        {faults.length > 0 ? (
          <p id={`${id}-fault`} className={styles.fault} role="alert">
            {faults.join(' ')}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}
