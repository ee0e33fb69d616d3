import { call } from '@adsite/api-client'
import { factorEndpoints, presentPassword } from '@adsite/contract'
import { useSession } from '@adsite/auth'
import { Modal } from 'antd'
import { useEffect, type ReactNode } from 'react'
import * as v from 'valibot'
import { AuthField, AuthForm } from '../auth/form/AuthForm.tsx'
import { useAuthForm } from '../auth/form/use-auth-form.ts'
import { answerFactorAsked } from './ask-for-factor.ts'
import { useFactorText } from './texts.ts'

/** spec/site "Sizes" */
const dialogWidth = 500

const schema = v.object({ password: presentPassword })

function PasswordProof({ onGiven }: { onGiven: () => void }): ReactNode {
  const text = useFactorText()
  const email = useSession()?.user.email
  const form = useAuthForm({
    schema,
    defaults: { password: '' },
    send: async ({ password }) => {
      await call(factorEndpoints.confirm, { body: { kind: 'password', password } })
      onGiven()
    },
  })
  return (
    <AuthForm form={form} action={text('confirm')}>
      {/* Tells password managers which user the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <AuthField form={form} name="password" label={text('password')} type="password" autoComplete="current-password" />
    </AuthForm>
  )
}

/** Asks for a factor before a sensitive call (docs/spec/quality.md "Second factor"). */
export default function FactorDialog(): ReactNode {
  const text = useFactorText()
  // Whatever takes the page away while it is open, such as the end of the session, ends the waiting calls.
  useEffect(() => () => answerFactorAsked(false), [])
  return (
    <Modal open title={text('confirm_title')} width={dialogWidth} footer={null} onCancel={() => answerFactorAsked(false)}>
      <p style={{ margin: '8px 0 20px' }}>{text('confirm_help')}</p>
      <PasswordProof onGiven={() => answerFactorAsked(true)} />
    </Modal>
  )
}
