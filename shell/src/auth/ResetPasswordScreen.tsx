import { call } from '@adsite/api-client'
import { recheckSession } from '@adsite/auth'
import { passwordEndpoints, resetMinutes } from '@adsite/contract'
import { useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { showAlert } from '../alert/alert-state.ts'
import { usePageTitle } from '../page/use-page-title.ts'
import { useShellText } from '../use-shell-text.ts'
import styles from './AuthForm.module.css'
import { AuthForm, AuthHeading } from './AuthForm.tsx'
import { AuthPage } from './AuthPage.tsx'
import { withPassword } from './new-password-schema.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { forgotPath, loginPath } from './return-path.ts'
import { isTokenError } from './token-error.ts'
import { useAuthForm } from './use-auth-form.ts'
import { useMailToken } from './use-mail-token.ts'

const schema = withPassword({})

/** /auth/forgot/reset_password (SPEC section 2): a new password by a mailed link, then the login; nobody is signed in by it. */
export default function ResetPasswordScreen(): ReactNode {
  const text = useShellText()
  const navigate = useNavigate()
  const token = useMailToken()
  const [failed, setFailed] = useState(false)
  const form = useAuthForm({
    schema,
    defaults: { password: '', password_confirmation: '' },
    send: async (passwords) => {
      try {
        await call(passwordEndpoints.reset, { body: { token, ...passwords } })
      } catch (error) {
        if (!isTokenError(error)) throw error
        return setFailed(true)
      }
      // The sessions of this user have ended: so has this browser's, if it was one of them.
      await recheckSession()
      showAlert('success', [text('password_changed')])
      await navigate(loginPath('/', false), { replace: true })
    },
  })
  usePageTitle(text('reset_title'))
  return (
    <AuthPage>
      <AuthHeading>{text('reset_title')}</AuthHeading>
      {failed || token === '' ? (
        <div className={styles.form} role="alert">
          <p>{text('reset_link_invalid', { minutes: resetMinutes })}</p>
          <Link to={forgotPath}>{text('forgot_again')}</Link>
        </div>
      ) : (
        <AuthForm form={form} action={text('reset_submit')}>
          <NewPasswordFields form={form} />
        </AuthForm>
      )}
    </AuthPage>
  )
}
