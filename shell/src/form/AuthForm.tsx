import { useId, type ReactNode } from 'react'
import { BusyButton } from '../element/BusyButton.tsx'
import { LanguageSwitch } from '../language/LanguageSwitch.tsx'
import styles from './AuthForm.module.css'
import type { AuthFormState } from './use-auth-form.ts'
import { useStepFocus } from './use-step-focus.ts'

/** The heading of a screen without a session, next to the language switch. */
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
  /** Shown before the first attempt. */
  readonly arrival?: string | null
  readonly action: string
  /** It comes in place of what was pressed, and gets the focus. */
  readonly isStep?: boolean
  readonly children: ReactNode
}

/** A form for screens without a session. Uses native controls, because antd's would double the page's download size. */
export function AuthForm({ form, arrival = null, action, isStep = false, children }: FormProperties): ReactNode {
  const message = form.refusal ?? arrival
  const step = useStepFocus<HTMLFormElement>(isStep)
  return (
    <form ref={step} className={styles.form} noValidate onSubmit={form.submit}>
      <div role="alert">{message !== null && <p className={styles.refusal}>{message}</p>}</div>
      {children}
      <BusyButton type="submit" className="button" busy={form.busy}>
        {action}
      </BusyButton>
    </form>
  )
}

interface FieldProperties {
  readonly form: Pick<AuthFormState, 'register' | 'fault'>
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'email' | 'password'
  readonly autoComplete: string
  /** Which keyboard a phone shows. */
  readonly inputMode?: 'numeric'
  readonly hint?: string
}

export function AuthField({ form, name, label, type, autoComplete, inputMode, hint }: FieldProperties): ReactNode {
  // Two forms of one page may have a field of the same name.
  const id = useId()
  const fault = form.fault(name)
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <input
        id={id}
        type={type}
        autoComplete={autoComplete}
        inputMode={inputMode}
        aria-invalid={fault !== undefined}
        aria-describedby={described || undefined}
        {...form.register(name)}
      />
      {fault !== undefined && (
        <p id={`${id}-fault`} className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  )
}
