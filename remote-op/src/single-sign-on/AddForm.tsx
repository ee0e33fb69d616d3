import { validationText } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { Button, Input } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import * as v from 'valibot'
import styles from './single-sign-on.module.css'

interface Props {
  readonly label: string
  readonly hint?: string
  readonly action: string
  readonly busy: boolean
  readonly secret?: true
  readonly schema: v.GenericSchema<string, string>
  /** Answers what was wrong; null: it is stored. */
  readonly send: (value: string) => Promise<string | null>
  /** Further input of the form. */
  readonly children?: ReactNode
}

/** A field with a button that stores its value. */
export function AddForm({ label, hint, action, busy, secret, schema, send, children }: Props): ReactNode {
  const language = useLanguage()
  const id = useId()
  const [value, setValue] = useState('')
  const [fault, setFault] = useState<string | null>(null)

  async function submit(): Promise<void> {
    const checked = v.safeParse(schema, value)
    const told = checked.success ? await send(checked.output) : validationText(checked.issues[0].message, language)
    setFault(told)
    if (told === null) setValue('')
    else document.getElementById(id)?.focus()
  }

  const described = [hint === undefined ? '' : `${id}-hint`, fault ? `${id}-fault` : ''].filter(Boolean).join(' ')
  const shared = {
    id,
    value,
    autoComplete: 'off',
    'aria-invalid': Boolean(fault),
    ...(described === '' ? {} : { 'aria-describedby': described }),
    ...(fault ? { status: 'error' as const } : {}),
    onChange: (event: { target: { value: string } }) => {
      setValue(event.target.value)
      setFault(null)
    },
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className={styles.field}>
        <label htmlFor={id}>{label}</label>
        {secret ? <Input.Password {...shared} autoComplete="new-password" /> : <Input {...shared} />}
        {fault ? (
          <p id={`${id}-fault`} className={styles.fault} role="alert">
            {fault}
          </p>
        ) : null}
        {hint === undefined ? null : (
          <p id={`${id}-hint`} className={styles.note}>
            {hint}
          </p>
        )}
      </div>
      {children}
      <Button htmlType="submit" loading={busy}>
        {action}
      </Button>
    </form>
  )
}
