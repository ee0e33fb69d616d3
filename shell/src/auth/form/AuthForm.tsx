import type { ReactNode } from 'react'
import { LanguageSwitch } from '../../language/LanguageSwitch.tsx'
import styles from './AuthForm.module.css'
import type { AuthFormState } from './use-auth-form.ts'

/** The heading of a screen without a session, with the language beside it. */
export function AuthHeading({ children }: { children: string }): ReactNode {
  return (
    <div className={styles.top}>
      <h1>{children}</h1>
      <LanguageSwitch />
    </div>
  )
}

interface FormProperties {
  readonly form: Pick<AuthFormState, 'submit' | 'busy' | 'refusal'>
  /** Said before anybody has tried. */
  readonly arrival?: string | null
  readonly action: string
  readonly children: ReactNode
}

/** A form without a session: its controls are the browser's own, the library's would double what the page loads. */
export function AuthForm({ form, arrival = null, action, children }: FormProperties): ReactNode {
  const message = form.refusal ?? arrival
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <div role="alert">{message !== null && <p className={styles.refusal}>{message}</p>}</div>
      {children}
      <button type="submit" className="button" disabled={form.busy}>
        {action}
      </button>
    </form>
  )
}

interface FieldProperties {
  readonly form: Pick<AuthFormState, 'register' | 'fault'>
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'email' | 'password'
  readonly autoComplete: string
  readonly hint?: string
}

/** One field with its label, what to know before, and what is wrong with it. */
export function AuthField({ form, name, label, type, autoComplete, hint }: FieldProperties): ReactNode {
  const fault = form.fault(name)
  const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={name}>{label}</label>
      {hint && (
        <p id={`${name}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <input
        id={name}
        type={type}
        autoComplete={autoComplete}
        aria-invalid={fault !== undefined}
        aria-describedby={described || undefined}
        {...form.register(name)}
      />
      {fault !== undefined && (
        <p id={`${name}-fault`} className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  )
}
