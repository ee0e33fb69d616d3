import { call } from '@adsite/api-client'
import { factorEndpoints, totpCode } from '@adsite/contract'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { encode } from 'uqr'
import * as v from 'valibot'
import { AuthField, AuthForm } from '../form/AuthForm.tsx'
import { useAuthForm } from '../form/use-auth-form.ts'
import { CardFailure, CardWaiting } from '../dashboard/Card.tsx'
import styles from './factor.module.css'
import { useFactorText } from './texts.ts'

interface Started {
  readonly secret: string
  readonly uri: string
}

/** A QR code as one path. */
function QrCode({ text, label }: { text: string; label: string }): ReactNode {
  const { size, path } = useMemo(() => {
    const { data } = encode(text, { border: 2 })
    const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size: data.length, path: squares.join('') }
  }, [text])
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

const schema = v.object({ code: totpCode })
const inGroups = (secret: string) => secret.replaceAll(/(.{4})(?=.)/gu, '$1 ')

interface Props {
  /** Recovery codes come with the first factor. */
  readonly onAdded: (codes: readonly string[] | null) => void
}

function TotpSteps({ secret, uri, onAdded }: Started & Props): ReactNode {
  const text = useFactorText()
  const form = useAuthForm({
    schema,
    defaults: { code: '' },
    send: async ({ code }) => onAdded((await call(factorEndpoints.addTotp, { body: { code } })).data.recovery_codes),
  })
  return (
    <>
      <ol className={styles.steps}>
        <li>{text('totp_step_app')}</li>
        <li>
          {text('totp_step_scan')}
          <QrCode text={uri} label={text('qr_label')} />
          <p>
            <a href={uri}>{text('totp_open')}</a>
          </p>
          <p className={styles.help}>
            {text('totp_key')}: <span className={styles.key}>{inGroups(secret)}</span>
          </p>
        </li>
        <li>{text('totp_step_code')}</li>
      </ol>
      <AuthForm form={form} action={text('register')}>
        <AuthField form={form} name="code" label={text('totp')} type="text" autoComplete="one-time-code" inputMode="numeric" />
      </AuthForm>
    </>
  )
}

/** Adds an authenticator app in three steps: open it, scan, type the code. */
export function AddTotp({ onAdded }: Props): ReactNode {
  const [started, setStarted] = useState<Started | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const isPending = !started && !error
  useEffect(() => {
    if (!isPending) return
    let current = true
    call(factorEndpoints.startTotp).then(
      ({ data }) => current && setStarted(data),
      (reason: Error) => current && setError(reason),
    )
    return () => {
      current = false
    }
  }, [isPending])
  if (error) return <CardFailure error={error} retry={() => setError(null)} />
  return started ? <TotpSteps {...started} onAdded={onAdded} /> : <CardWaiting />
}
