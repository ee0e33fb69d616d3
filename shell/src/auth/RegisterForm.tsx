import { call } from '@adsite/api-client'
import { invitationEndpoints, type InvitationOffer, required } from '@adsite/contract'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import * as v from 'valibot'
import { showAlert } from '../alert/alert-state.ts'
import { useShellText } from '../base/use-shell-text.ts'
import { AuthField, AuthForm } from '../form/AuthForm.tsx'
import { handOver } from './session/hand-over.ts'
import { withPassword } from '../form/new-password-schema.ts'
import { NewPasswordFields } from '../form/NewPasswordFields.tsx'
import { loginPath } from './session/return-path.ts'
import { isTokenError } from './session/token-error.ts'
import { useAuthForm } from '../form/use-auth-form.ts'

const { name, name_kana } = required(invitationEndpoints.register.body, 'body of invitationEndpoints.register').entries
const schema = withPassword({ name, name_kana: v.unwrap(v.unwrap(name_kana)) })

interface Props {
  readonly offer: InvitationOffer
  readonly token: string
  /** The invitation does not work any more. */
  readonly onVoid: () => void
}

/** For an address without a user: name and password, followed by the login page with the address filled in. */
export function RegisterForm({ offer, token, onVoid }: Props): ReactNode {
  const text = useShellText()
  const navigate = useNavigate()
  const form = useAuthForm({
    schema,
    defaults: { name: '', name_kana: '', password: '', password_confirmation: '' },
    send: async (values) => {
      const body = { token, ...values, name_kana: values.name_kana === '' ? null : values.name_kana }
      const answer = await call(invitationEndpoints.register, { body }).catch((error: unknown) => {
        if (isTokenError(error)) return null
        throw error
      })
      if (!answer) return onVoid()
      const { data } = answer
      showAlert('success', [text('registered')])
      await navigate(loginPath('/', false), { replace: true, state: handOver({ email: data.email }) })
    },
  })
  return (
    <AuthForm form={form} action={text('register_submit')}>
      {/* Tells password managers which user the password belongs to. */}
      <input type="email" autoComplete="username" value={offer.email} readOnly hidden />
      <AuthField form={form} name="name" label={text('user_name')} type="text" autoComplete="name" />
      <AuthField form={form} name="name_kana" label={text('user_name_kana')} type="text" autoComplete="off" />
      <NewPasswordFields form={form} />
    </AuthForm>
  )
}
