import { passwordBounds } from '@adsite/contract'
import type { ReactNode } from 'react'
import { useShellText } from '../base/use-shell-text.ts'
import { AuthField } from './AuthForm.tsx'
import type { AuthFormState } from './use-auth-form.ts'

export function NewPasswordFields({ form }: { form: AuthFormState }): ReactNode {
  const text = useShellText()
  return (
    <>
      <AuthField
        form={form}
        name="password"
        label={text('new_password')}
        type="password"
        autoComplete="new-password"
        hint={text('password_hint', passwordBounds)}
      />
      <AuthField
        form={form}
        name="password_confirmation"
        label={text('password_confirmation')}
        type="password"
        autoComplete="new-password"
      />
    </>
  )
}
