import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { errorMessage } from '../base/error-message.ts'
import { BusyButton } from '../element/BusyButton.tsx'
import styles from '../form/AuthForm.module.css'
import { useRefusal } from '../form/use-refusal.ts'
import { leaveForProvider } from './leave-for-provider.ts'
import { useSingleSignOnText } from './texts.ts'

/** Confirms at the provider, which asks anew and sends the browser back to this page. */
export function ProviderProof({ email }: { email: string }): ReactNode {
  const text = useSingleSignOnText()
  const { pathname, search, hash } = useLocation()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useRefusal()

  async function leave(): Promise<void> {
    setBusy(true)
    setRefusal(null)
    try {
      await leaveForProvider(email, pathname + search + hash, true)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      setRefusal(errorMessage(error))
      setBusy(false)
    }
  }

  return (
    <div className={styles.form}>
      <div role="alert">{refusal !== null && <p className={styles.refusal}>{refusal}</p>}</div>
      <p className={styles.hint}>{text('confirm_help')}</p>
      <BusyButton className={styles.second} busy={busy} onClick={() => void leave()}>
        {text('confirm')}
      </BusyButton>
    </div>
  )
}
