import { ApiError } from '@adsite/api-client'
import { signInWithPasskey } from '@adsite/auth'
import type { PasskeyAnswer } from '@adsite/contract'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { trackLoading } from '../alert/loader-state.ts'
import { errorMessage } from '../base/error-message.ts'
import { BusyButton } from '../element/BusyButton.tsx'
import { anyPasskey, forgetPasskey, isPasskeyCancelled, passkeysWork, stopSuggesting, suggestedPasskey } from '../factor/passkeys.ts'
import { useFactorText } from '../factor/texts.ts'
import styles from '../form/AuthForm.module.css'
import { useRefusal } from '../form/use-refusal.ts'

/** Milliseconds until passkeys are suggested: the login itself comes first (spec/design "Speed to reach"). */
const patience = 1000

async function signInWith(passkey: PasskeyAnswer): Promise<void> {
  try {
    await trackLoading(signInWithPasskey({ passkey }))
  } catch (error) {
    // The message says to delete it, where the browser does not see to that.
    if (error instanceof ApiError && error.code === 'passkey_unknown') forgetPasskey(passkey.id).catch(() => undefined)
    throw error
  }
}

/** Offers passkeys among the browser's suggestions for the e-mail address. */
function SuggestedPasskey({ onRefused }: { onRefused: (error: Error) => void }): ReactNode {
  const refused = useEffectEvent(onRefused)
  useEffect(() => {
    let current = true
    async function offer(): Promise<void> {
      // Nobody has asked for suggestions: where they fail, or another question replaces them, there are none.
      const passkey = await suggestedPasskey().catch(() => null)
      if (passkey && current) await signInWith(passkey)
    }
    const timer = setTimeout(() => {
      offer().catch((error: Error) => current && refused(error))
    }, patience)
    return () => {
      current = false
      clearTimeout(timer)
      void stopSuggesting()
    }
  }, [])

  return null
}

/**
 * Signs in with a passkey in place of e-mail and password, from the browser's suggestions or with the button. `onRequired`: the
 * company's provider is required of its user.
 */
export function PasskeySignIn({ onRequired }: { onRequired: () => void }): ReactNode {
  const text = useFactorText()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useRefusal()
  // Counts the attempts with the button, which end the browser's suggestions; they are offered anew after each.
  const [attempts, setAttempts] = useState(0)

  function refuse(error: Error): void {
    if (error instanceof ApiError && error.code === 'single_sign_on_required') onRequired()
    else setRefusal(isPasskeyCancelled(error) ? text('cancelled') : errorMessage(error))
  }

  async function attempt(): Promise<void> {
    setBusy(true)
    setRefusal(null)
    try {
      await signInWith(await anyPasskey())
    } catch (error) {
      if (!(error instanceof Error)) throw error
      refuse(error)
      setAttempts(attempts + 1)
      setBusy(false)
    }
  }

  if (!passkeysWork()) return null
  return (
    <div className={styles.form}>
      <SuggestedPasskey key={attempts} onRefused={refuse} />
      <div role="alert">{refusal !== null && <p className={styles.refusal}>{refusal}</p>}</div>
      <BusyButton className={styles.second} busy={busy} onClick={() => void attempt()}>
        {text('sign_in_with_passkey')}
      </BusyButton>
    </div>
  )
}
