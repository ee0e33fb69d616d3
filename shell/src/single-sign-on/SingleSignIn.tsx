import { checks } from '@adsite/contract'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { AuthField, AuthForm, AuthHeading } from '../form/AuthForm.tsx'
import styles from '../form/AuthForm.module.css'
import { AuthPage } from '../form/AuthPage.tsx'
import { useAuthForm } from '../form/use-auth-form.ts'
import { leaveForProvider } from './leave-for-provider.ts'
import { useSingleSignOnText } from './texts.ts'

const schema = v.object({ email: checks.email })

interface Props {
  readonly email: string
  /** Why nothing else leads in; null: it was chosen. */
  readonly reason: string | null
  /** The page to come back to. */
  readonly to: string
  readonly onLeave: () => void
}

/** Asks for the e-mail address, whose domain tells where to sign in. */
export function SingleSignIn({ email, reason, to, onLeave }: Props): ReactNode {
  const text = useSingleSignOnText()
  const form = useAuthForm({ schema, defaults: { email }, send: (values) => leaveForProvider(values.email, to) })
  return (
    <AuthPage>
      <AuthHeading>{text('title')}</AuthHeading>
      <p>{text('help')}</p>
      <AuthForm form={form} arrival={form.submitted ? null : reason} action={text('go')}>
        <AuthField form={form} name="email" label={text('email')} type="email" autoComplete="username" />
      </AuthForm>
      <button type="button" className={styles.second} onClick={onLeave}>
        {text('back')}
      </button>
    </AuthPage>
  )
}
