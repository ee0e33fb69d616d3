import { call } from '@adsite/api-client'
import { refreshSession } from '@adsite/auth'
import { passwordEndpoints, presentPassword } from '@adsite/contract'
import { useState, type ReactNode } from 'react'
import { showAlert } from '../alert/alert-state.ts'
import { AuthField, AuthForm } from '../form/AuthForm.tsx'
import { withPassword } from '../form/new-password-schema.ts'
import { NewPasswordFields } from '../form/NewPasswordFields.tsx'
import { useAuthForm } from '../form/use-auth-form.ts'
import { Panel } from './Panel.tsx'
import { useOwnAccountText } from './texts.ts'

const schema = withPassword({ current_password: presentPassword })

function PasswordForm({ email, isStep, onChanged }: { email: string; isStep: boolean; onChanged: () => void }): ReactNode {
  const text = useOwnAccountText()
  const form = useAuthForm({
    schema,
    defaults: { current_password: '', password: '', password_confirmation: '' },
    send: async (body) => {
      await call(passwordEndpoints.change, { body })
      // It has stopped a reset of second factors, of which a notice tells; without an answer the notice stays until the next one.
      await refreshSession().catch(() => undefined)
      showAlert('success', [text('password_changed')])
      onChanged()
    },
  })
  return (
    <AuthForm isStep={isStep} form={form} action={text('change_password')}>
      {/* Tells password managers which user the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <AuthField form={form} name="current_password" label={text('current_password')} type="password" autoComplete="current-password" />
      <NewPasswordFields form={form} />
    </AuthForm>
  )
}

/** Changes the password; requires the current one. Whom a provider has made has none. */
export function PasswordPanel({ email, isSet }: { email: string; isSet: boolean }): ReactNode {
  const text = useOwnAccountText()
  // Remounts the form after each change, so that no passwords stay in the page.
  const [changes, setChanges] = useState(0)
  if (!isSet) return <Panel title={text('password')} help={text('no_password')} />
  return (
    <Panel title={text('password')} help={text('password_help')}>
      <PasswordForm key={changes} email={email} isStep={changes > 0} onChanged={() => setChanges(changes + 1)} />
    </Panel>
  )
}
