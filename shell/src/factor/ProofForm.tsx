import { presentPassword, recoveryCode, totpCode, type FactorKind, type FactorProof } from '@adsite/contract'
import { useState, type ReactNode } from 'react'
import * as v from 'valibot'
import { trackLoading } from '../alert/loader-state.ts'
import { errorMessage } from '../base/error-message.ts'
import { AuthField, AuthForm } from '../form/AuthForm.tsx'
import { useAuthForm } from '../form/use-auth-form.ts'
import { useRefusal } from '../form/use-refusal.ts'
import styles from './factor.module.css'
import { isPasskeyCancelled, ownPasskey, passkeysWork } from './passkeys.ts'
import { useFactorText } from './texts.ts'

type Send = (proof: FactorProof) => Promise<void>

const passwordSchema = v.object({ password: presentPassword })

function PasswordProof({ email, send }: { email: string | undefined; send: Send }): ReactNode {
  const text = useFactorText()
  const form = useAuthForm({
    schema: passwordSchema,
    defaults: { password: '' },
    send: ({ password }) => send({ kind: 'password', password }),
  })
  return (
    <AuthForm isStep form={form} action={text('confirm')}>
      {/* Tells password managers which user the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <AuthField form={form} name="password" label={text('password')} type="password" autoComplete="current-password" />
    </AuthForm>
  )
}

const codeSchemas = { totp: v.object({ code: totpCode }), recovery_code: v.object({ code: recoveryCode }) }

function CodeProof({ kind, send }: { kind: 'totp' | 'recovery_code'; send: Send }): ReactNode {
  const text = useFactorText()
  const isTotp = kind === 'totp'
  const form = useAuthForm({ schema: codeSchemas[kind], defaults: { code: '' }, send: ({ code }) => send({ kind, code }) })
  return (
    <AuthForm isStep form={form} action={text('confirm')}>
      <AuthField
        form={form}
        name="code"
        label={text(kind)}
        type="text"
        autoComplete={isTotp ? 'one-time-code' : 'off'}
        {...(isTotp ? { inputMode: 'numeric' } : { hint: text('recovery_code_help') })}
      />
    </AuthForm>
  )
}

function PasskeyProof({ send }: { send: Send }): ReactNode {
  const text = useFactorText()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useRefusal()

  async function attempt(): Promise<void> {
    setBusy(true)
    setRefusal(null)
    try {
      const passkey = await ownPasskey()
      await trackLoading(send({ kind: 'passkey', passkey }))
    } catch (error) {
      if (!(error instanceof Error)) throw error
      setRefusal(isPasskeyCancelled(error) ? text('cancelled') : errorMessage(error))
    }
    setBusy(false)
  }

  return (
    <AuthForm
      isStep
      form={{
        busy,
        refusal,
        submit: (event) => {
          event.preventDefault()
          void attempt()
        },
      }}
      action={text('use_passkey')}
    >
      <p className={styles.help}>{text('passkey_help')}</p>
    </AuthForm>
  )
}

interface Props {
  /** What the user has, the strongest first. */
  readonly choices: readonly FactorKind[]
  readonly email?: string | undefined
  readonly send: Send
}

const otherLabels = { passkey: 'use_passkey', totp: 'use_totp', recovery_code: 'use_recovery_code', password: 'password' } as const

/** Asks for a factor: the strongest that works here, and the others on request. */
export function ProofForm({ choices, email, send }: Props): ReactNode {
  const text = useFactorText()
  const usable = choices.filter((kind) => kind !== 'passkey' || passkeysWork())
  const [chosen, setChosen] = useState<FactorKind | null>(null)
  const kind = chosen ?? usable[0]
  const others = usable.filter((each) => each !== kind)
  return (
    <div className={styles.proof}>
      {kind === undefined && <p role="alert">{text('passkeys_unavailable')}</p>}
      {kind === 'password' && <PasswordProof email={email} send={send} />}
      {kind === 'passkey' && <PasskeyProof send={send} />}
      {(kind === 'totp' || kind === 'recovery_code') && <CodeProof key={kind} kind={kind} send={send} />}
      {others.map((other) => (
        <button key={other} type="button" className={styles.other} onClick={() => setChosen(other)}>
          {text(otherLabels[other])}
        </button>
      ))}
    </div>
  )
}
