import { completeSignIn } from '@adsite/auth'
import { useAtomValue } from 'jotai'
import { useState, type ReactNode } from 'react'
import { runAction } from '../alert/run-action.ts'
import { AddPasskey } from '../factor/AddPasskey.tsx'
import { AddTotp } from '../factor/AddTotp.tsx'
import { answerFactorAsked, factorAskedAtom } from '../factor/ask-for-factor.ts'
import styles from '../factor/factor.module.css'
import { passkeysWork } from '../factor/passkeys.ts'
import { RecoveryCodes } from '../factor/RecoveryCodes.tsx'
import { useFactorText } from '../factor/texts.ts'
import { AuthHeading } from '../form/AuthForm.tsx'
import formStyles from '../form/AuthForm.module.css'
import { AuthPage } from '../form/AuthPage.tsx'
import { DialogBoundary } from '../page/DialogBoundary.tsx'
import { lazyScreen } from '../screen/lazy-screen.tsx'
import { useArrival } from '../page/use-arrival.ts'

// Only sign-ins of more than ten minutes ago are asked for the password again.
const FramedFactorDialog = lazyScreen(() => import(/* webpackChunkName: "factor" */ './FramedFactorDialog.tsx'))

const methods = ['passkey', 'totp'] as const
type Method = (typeof methods)[number]
const labels = { passkey: 'add_passkey', totp: 'add_totp' } as const
const helps = { passkey: 'enrol_passkey_help', totp: 'enrol_totp_help' } as const

function MethodChoice({ onChoose }: { onChoose: (method: Method) => void }): ReactNode {
  const text = useFactorText()
  const works = passkeysWork()
  return (
    <ul className={styles.methods}>
      {methods.map((method) => (
        <li key={method}>
          <button
            type="button"
            className={formStyles.second}
            disabled={method === 'passkey' && !works}
            aria-describedby={`enrol-${method}`}
            onClick={() => onChoose(method)}
          >
            {text(labels[method])}
          </button>
          <p id={`enrol-${method}`} className={styles.help}>
            {text(method === 'passkey' && !works ? 'passkeys_unavailable' : helps[method])}
          </p>
        </li>
      ))}
    </ul>
  )
}

interface Props {
  /** The session is complete and known. */
  readonly onDone: () => void
  readonly onLeave: () => void
}

/** The step after the password where a second factor is required and the user has none: adds one, then shows recovery codes. */
export default function EnrolStep({ onDone, onLeave }: Props): ReactNode {
  const text = useFactorText()
  const [method, setMethod] = useState<Method | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const isFactorAsked = useAtomValue(factorAskedAtom)
  // What was pressed is gone: the focus goes to the heading of what came instead.
  useArrival(`/auth/login#${codes ? 'codes' : method}`)

  async function complete(): Promise<void> {
    const { done } = await runAction(completeSignIn)
    if (done) onDone()
  }
  function added(given: readonly string[] | null): void {
    if (given) setCodes(given)
    else void complete()
  }

  if (codes)
    return (
      <AuthPage>
        <AuthHeading>{text('recovery_title')}</AuthHeading>
        <RecoveryCodes codes={codes} onDone={() => void complete()} />
      </AuthPage>
    )
  return (
    <AuthPage>
      <AuthHeading>{text(method ? labels[method] : 'enrol_title')}</AuthHeading>
      {method === null && <p>{text('enrol_help')}</p>}
      {method === null && <MethodChoice onChoose={setMethod} />}
      {method === 'passkey' && <AddPasskey onAdded={added} />}
      {method === 'totp' && <AddTotp onAdded={added} />}
      {method && (
        <button type="button" className={styles.other} onClick={() => setMethod(null)}>
          {text('enrol_other')}
        </button>
      )}
      <button type="button" className={styles.other} onClick={onLeave}>
        {text('other_user')}
      </button>
      {isFactorAsked && (
        <DialogBoundary onClose={() => answerFactorAsked(false)}>
          <FramedFactorDialog />
        </DialogBoundary>
      )}
    </AuthPage>
  )
}
