import { ApiError, call } from '@adsite/api-client'
import { readSession, recheckSession, useSession } from '@adsite/auth'
import { errors, passwordEndpoints, resetMinutes } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { useEffect, useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { showAlert } from '../alert/alert-state.ts'
import { usePageTitle } from '../page/use-page-title.ts'
import { useCommonText, useShellText } from '../base/use-shell-text.ts'
import styles from '../form/AuthForm.module.css'
import { AuthForm, AuthHeading } from '../form/AuthForm.tsx'
import { AuthPage } from '../form/AuthPage.tsx'
import { handOver } from './session/hand-over.ts'
import { withPassword } from '../form/new-password-schema.ts'
import { NewPasswordFields } from '../form/NewPasswordFields.tsx'
import { OtherUserNotice } from './OtherUserNotice.tsx'
import { forgotPath, loginPath } from './session/return-path.ts'
import { isTokenError } from './session/token-error.ts'
import { UnfinishedSignOut } from './UnfinishedSignOut.tsx'
import { useAuthForm } from '../form/use-auth-form.ts'
import { useMailToken } from './session/use-mail-token.ts'
import { useSessionReading } from './session/use-session-reading.ts'

const schema = withPassword({})

/** The company of the user requires its provider, so that a password would lead nowhere. */
const isRequired = (error: Error) => error instanceof ApiError && error.code === 'single_sign_on_required'

type Reading = { readonly owner: string } | { readonly error: Error } | 'void' | 'reading'

/** The user whose password the link sets; `void`: the link was used or is no longer valid. */
function useOwner(token: string): { reading: Reading; end: () => void; retry: () => void } {
  const [reading, setReading] = useState<Reading>(token === '' ? 'void' : 'reading')
  const pending = reading === 'reading'
  useEffect(() => {
    if (!pending) return
    let current = true
    call(passwordEndpoints.check, { body: { token } }).then(
      ({ data }) => current && setReading({ owner: data.email }),
      (error: Error) => current && setReading(isTokenError(error) ? 'void' : { error }),
    )
    return () => {
      current = false
    }
  }, [token, pending])
  return { reading, end: () => setReading('void'), retry: () => setReading('reading') }
}

function PasswordForm({ owner, token, onVoid }: { owner: string; token: string; onVoid: () => void }): ReactNode {
  const text = useShellText()
  const navigate = useNavigate()
  const form = useAuthForm({
    schema,
    defaults: { password: '', password_confirmation: '' },
    send: async (passwords) => {
      try {
        await call(passwordEndpoints.reset, { body: { token, ...passwords } })
      } catch (error) {
        if (!isTokenError(error)) throw error
        return onVoid()
      }
      // All sessions of this user have ended, which may include this browser's.
      await recheckSession()
      showAlert('success', [text('password_changed')])
      await navigate(loginPath('/', false), { replace: true, state: handOver({ email: owner }) })
    },
  })
  return (
    <>
      <p>{text('reset_for', { email: owner })}</p>
      <AuthForm form={form} action={text('reset_submit')}>
        {/* Tells password managers which user the password belongs to. */}
        <input type="email" autoComplete="username" value={owner} readOnly hidden />
        <NewPasswordFields form={form} />
      </AuthForm>
    </>
  )
}

function Reset({ token }: { token: string }): ReactNode {
  const text = useShellText()
  const common = useCommonText()
  const localize = useLocalize()
  const { reading, end, retry } = useOwner(token)
  const session = useSession()
  // Reads who is signed in; a failure does not matter, because this page does not sign anybody in.
  const { error } = useSessionReading(session === undefined ? readSession : null)
  if (reading === 'void') {
    return (
      <div className={styles.form} role="alert">
        <p>{text('reset_link_invalid', { minutes: resetMinutes })}</p>
        <Link to={forgotPath}>{text('forgot_again')}</Link>
      </div>
    )
  }
  if (typeof reading === 'object' && 'error' in reading) {
    return (
      <div className={styles.form} role="alert">
        <p>{isRequired(reading.error) ? localize(errors.single_sign_on_required.text) : reading.error.message}</p>
        {isRequired(reading.error) ? (
          <Link to={loginPath('/', false)} state={handOver({ step: 'provider' })}>
            {text('with_single_sign_on')}
          </Link>
        ) : (
          <button type="button" className="button" onClick={retry}>
            {common('retry')}
          </button>
        )}
      </div>
    )
  }
  if (reading === 'reading' || (session === undefined && !error)) return <output>{common('loading')}</output>
  const { owner } = reading
  if (session && session.user.email.toLowerCase() !== owner.toLowerCase())
    return <OtherUserNotice invited={owner} message="reset_other_user" />
  return <PasswordForm owner={owner} token={token} onVoid={end} />
}

/**
 * /auth/forgot/reset_password (spec/site "Public routes"): sets a new password via a mailed link and continues
 * to the login page, without signing in.
 */
export default function ResetPasswordScreen(): ReactNode {
  const text = useShellText()
  const token = useMailToken()
  usePageTitle(text('reset_title'))
  return (
    <AuthPage>
      <AuthHeading>{text('reset_title')}</AuthHeading>
      <UnfinishedSignOut />
      <Reset key={token} token={token} />
    </AuthPage>
  )
}
