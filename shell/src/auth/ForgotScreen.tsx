import { call } from '@adsite/api-client'
import { passwordEndpoints, resetMinutes, required } from '@adsite/contract'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { usePageTitle } from '../page/use-page-title.ts'
import { useShellText } from '../base/use-shell-text.ts'
import styles from '../form/AuthForm.module.css'
import { AuthField, AuthForm, AuthHeading } from '../form/AuthForm.tsx'
import { AuthPage } from '../form/AuthPage.tsx'
import { loginPath } from './session/return-path.ts'
import { useAuthForm } from '../form/use-auth-form.ts'

/** /auth/forgot (spec/site "Public routes"): the same response for known and unknown addresses (spec/quality "Enumeration"). */
export default function ForgotScreen(): ReactNode {
  const text = useShellText()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useAuthForm({
    schema: required(passwordEndpoints.forgot.body, 'body of passwordEndpoints.forgot'),
    defaults: { email: '' },
    send: async (body) => {
      setSentTo(null)
      await call(passwordEndpoints.forgot, { body })
      setSentTo(body.email)
    },
  })
  const isSent = sentTo !== null && form.fault('email') === undefined
  usePageTitle(text('forgot_title'))
  return (
    <AuthPage>
      <AuthHeading>{text('forgot_title')}</AuthHeading>
      <p>{text('forgot_help')}</p>
      <output>{isSent && <p className={styles.success}>{text('forgot_sent', { email: sentTo, minutes: resetMinutes })}</p>}</output>
      <AuthForm form={form} action={text('forgot_send')}>
        <AuthField form={form} name="email" label={text('email')} type="email" autoComplete="username" />
      </AuthForm>
      <Link to={loginPath('/', false)}>{text('back_to_sign_in')}</Link>
    </AuthPage>
  )
}
