import { ApiError, refreshed } from '@adsite/api-client'
import { japanDay, parseDay, validationText, message } from '@adsite/contract'
import { formatDate, useLanguage } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { Dialog, MomentInput } from '@adsite/screen-kit'
import { Button } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import styles from './factor-requirement.module.css'
import { useRequirementText } from './texts.ts'

const field = { kind: 'date' } as const

export interface Requirement {
  readonly required_from: string | null
  readonly users: number
  readonly without_factor: number
}

export interface RequirementDialogProps {
  /** The role or account that it is about. */
  readonly name: string
  readonly requirement: Requirement
  readonly save: (requiredFrom: string | null) => Promise<unknown>
  readonly onClose: () => void
}

/** What is wrong with the day, coded; null for nothing. */
function faultOf(day: string | null, language: string): string | null {
  const today = japanDay()
  if (day === null) return message('required')
  if (parseDay(day, { today }) !== day) return message('date')
  return day < today ? message('day_past', formatDate(today, language)) : null
}

/** Sets from when a second factor is required, after saying how many people have none. */
export function RequirementDialog({ name, requirement, save, onClose }: RequirementDialogProps): ReactNode {
  const text = useRequirementText()
  const language = useLanguage()
  const shell = useShell()
  const id = useId()
  const { required_from: set, users, without_factor: without } = requirement
  const [day, setDay] = useState(set)
  const [fault, setFault] = useState<string | null>(null)
  const [running, setRunning] = useState<'release' | 'require' | null>(null)

  async function store(next: string | null): Promise<void> {
    setRunning(next === null ? 'release' : 'require')
    const outcome = await shell.run(() => save(next), ['required_from'])
    setRunning(null)
    if (!outcome.done) {
      const [told] = outcome.error instanceof ApiError ? (outcome.error.errors['required_from'] ?? []) : []
      if (told !== undefined) setFault(told)
      return
    }
    await refreshed()
    const words = next === null ? text('released', { name }) : text('required', { name, day: formatDate(next, language) })
    shell.alert('success', [words], { autoClose: true })
    onClose()
  }
  function submit(): void {
    const wrong = faultOf(day, language)
    setFault(wrong === null ? null : validationText(wrong, language))
    if (wrong !== null) document.getElementById(id)?.focus()
    else void store(day)
  }

  return (
    <Dialog
      open
      title={text('dialog', { name })}
      onCancel={onClose}
      footer={[
        set === null ? null : (
          <Button key="release" danger loading={running === 'release'} disabled={running === 'require'} onClick={() => void store(null)}>
            {text('release')}
          </Button>
        ),
        <Button key="cancel" onClick={onClose}>
          {text('cancel')}
        </Button>,
        <Button key="require" type="primary" loading={running === 'require'} disabled={running === 'release'} onClick={submit}>
          {text('require')}
        </Button>,
      ]}
    >
      <div className={styles.field}>
        <label htmlFor={id}>{text('day')}</label>
        <MomentInput
          field={field}
          id={id}
          label={text('day')}
          value={day}
          onChange={(next) => {
            setDay(next)
            setFault(null)
          }}
          aria-required
          aria-invalid={fault !== null}
          aria-describedby={`${id}-help${fault === null ? '' : ` ${id}-fault`}`}
          {...(fault === null ? {} : { status: 'error' as const })}
        />
        {fault === null ? null : (
          <p id={`${id}-fault`} className={styles.fault} role="alert">
            {fault}
          </p>
        )}
        <p id={`${id}-help`} className={styles.note}>
          {text('day_help')}
        </p>
      </div>
      <p>{text(without === 0 ? 'confirm_none' : 'confirm', { users, without })}</p>
    </Dialog>
  )
}
