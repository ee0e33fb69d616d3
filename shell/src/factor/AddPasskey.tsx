import { ApiError, call } from '@adsite/api-client'
import { factorEndpoints, factorName } from '@adsite/contract'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { AuthField, AuthForm } from '../form/AuthForm.tsx'
import { useAuthForm } from '../form/use-auth-form.ts'
import styles from './factor.module.css'
import { isPasskeyCancelled, isPasskeyKnown, newPasskey } from './passkeys.ts'
import { useFactorText } from './texts.ts'

const schema = v.object({ name: factorName })

/** Adds a passkey of this device, or of another that the browser offers. */
export function AddPasskey({ onAdded }: { onAdded: (codes: readonly string[] | null) => void }): ReactNode {
  const text = useFactorText()

  /** The browser's own messages are in its language, and for developers. */
  function explained(error: unknown): unknown {
    if (error instanceof ApiError) return error
    if (isPasskeyCancelled(error)) return new Error(text('cancelled'))
    return isPasskeyKnown(error) ? new Error(text('passkey_known')) : error
  }

  const form = useAuthForm({
    schema,
    defaults: { name: text('passkey_default') },
    send: async ({ name }) => {
      try {
        const passkey = await newPasskey()
        onAdded((await call(factorEndpoints.addPasskey, { body: { name, passkey } })).data.recovery_codes)
      } catch (error) {
        throw explained(error)
      }
    },
  })
  return (
    <AuthForm form={form} action={text('register')}>
      <p className={styles.help}>{text('passkey_steps')}</p>
      <AuthField form={form} name="name" label={text('passkey_name')} type="text" autoComplete="off" hint={text('passkey_name_help')} />
    </AuthForm>
  )
}
