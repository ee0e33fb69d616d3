import { signInWithPasskey } from '@adsite/auth'
import { useEffect, useState, type ReactNode } from 'react'
import { trackLoading } from '../alert/loader-state.ts'
import { anyPasskey, isPasskeyCancelled, passkeysWork, stopSuggesting, suggestedPasskey } from '../factor/passkeys.ts'
import { useFactorText } from '../factor/texts.ts'
import styles from '../form/AuthForm.module.css'

/** Milliseconds until passkeys are suggested: the login itself comes first (spec/design "Speed to reach"). */
const patience = 1000

/** Offers passkeys among the browser's suggestions for the e-mail address. */
function SuggestedPasskey({ onRefused }: { onRefused: (message: string) => void }): ReactNode {
  useEffect(() => {
    let current = true
    async function offer(): Promise<void> {
      const passkey = await suggestedPasskey()
      if (passkey && current) await trackLoading(signInWithPasskey({ passkey }))
    }
    const timer = setTimeout(() => {
      // Another question replaced it, or the user typed a password.
      offer().catch((error: Error) => current && !isPasskeyCancelled(error) && onRefused(error.message))
    }, patience)
    return () => {
      current = false
      clearTimeout(timer)
      void stopSuggesting()
    }
  }, [onRefused])

  return null
}

/** Signs in with a passkey in place of e-mail and password, from the browser's suggestions or with the button. */
export function PasskeySignIn(): ReactNode {
  const text = useFactorText()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  // Counts the attempts with the button, which end the browser's suggestions; they are offered anew after each.
  const [attempts, setAttempts] = useState(0)

  async function attempt(): Promise<void> {
    setBusy(true)
    setRefusal(null)
    try {
      await trackLoading(signInWithPasskey({ passkey: await anyPasskey() }))
    } catch (error) {
      if (!(error instanceof Error)) throw error
      setRefusal(isPasskeyCancelled(error) ? text('cancelled') : error.message)
      setAttempts(attempts + 1)
      setBusy(false)
    }
  }

  if (!passkeysWork()) return null
  return (
    <div className={styles.form}>
      <SuggestedPasskey key={attempts} onRefused={setRefusal} />
      <div role="alert">{refusal !== null && <p className={styles.refusal}>{refusal}</p>}</div>
      <button type="button" className={styles.second} disabled={busy} onClick={() => void attempt()}>
        {text('sign_in_with_passkey')}
      </button>
    </div>
  )
}
