import { endSession, leavingAtom } from '@adsite/auth'
import { useAtomValue } from 'jotai'
import { useEffect, useState, type ReactNode } from 'react'
import { showAlert } from '../alert/alert-state.ts'
import { useCommonText, useShellText } from '../base/use-shell-text.ts'
import { BusyButton } from '../element/BusyButton.tsx'
import styles from '../form/AuthForm.module.css'

/** Retry interval in milliseconds; it also retries as soon as the browser is online again. */
const again = 10_000

/** Shown after a sign-out that the server has not confirmed: explains it and retries automatically and on demand until it succeeds. */
export function UnfinishedSignOut(): ReactNode {
  const text = useShellText()
  const common = useCommonText()
  const leaving = useAtomValue(leavingAtom)
  const [busy, setBusy] = useState(false)
  const done = text('sign_out_confirmed')

  useEffect(() => {
    if (!leaving) return
    const retry = () => void endSession().then((confirmed) => confirmed && showAlert('success', [done]))
    const timer = setInterval(retry, again)
    window.addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', retry)
    }
  }, [leaving, done])

  async function finish(): Promise<void> {
    setBusy(true)
    if (await endSession()) showAlert('success', [done])
    setBusy(false)
  }

  if (!leaving) return null
  return (
    <div className={styles.form}>
      <p className={styles.warning} role="alert">
        {text('sign_out_unconfirmed')}
      </p>
      <BusyButton className="button" busy={busy} onClick={() => void finish()}>
        {common('retry')}
      </BusyButton>
    </div>
  )
}
