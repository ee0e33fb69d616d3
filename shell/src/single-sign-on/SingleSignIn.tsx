import { checks, errors } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
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
  /** Nothing else leads in; otherwise it was chosen. */
  readonly isRequired: boolean
  /** The form comes in place of another, and gets the focus. */
  readonly isStep: boolean
  /** The page to come back to. */
  readonly to: string
  readonly onLeave: () => void
}

/** Asks for the e-mail address, whose domain tells where to sign in. */
export function SingleSignIn({ email, isRequired, isStep, to, onLeave }: Props): ReactNode {
  const text = useSingleSignOnText()
  const localize = useLocalize()
  const reason = isRequired ? localize(errors.single_sign_on_required.text) : null
  const form = useAuthForm({ schema, defaults: { email }, send: (values) => leaveForProvider(values.email, to) })
  return (
    <AuthPage>
      <AuthHeading>{text('title')}</AuthHeading>
      <p>{text('help')}</p>
      <AuthForm isStep={isStep} form={form} arrival={form.submitted ? null : reason} action={text('go')}>
        <AuthField form={form} name="email" label={text('email')} type="email" autoComplete="username" />
      </AuthForm>
      <button type="button" className={styles.second} onClick={onLeave}>
        {text('back')}
      </button>
    </AuthPage>
  )
}
