import { call } from '@adsite/api-client'
import { refreshSession, useSession } from '@adsite/auth'
import { factorResetEndpoints } from '@adsite/contract'
import { formatDateTime, useLanguage } from '@adsite/i18n'
import { useState, type ReactNode } from 'react'
import { showAlert } from '../alert/alert-state.ts'
import { runAction } from '../alert/run-action.ts'
import styles from './factor.module.css'
import { useFactorText } from './texts.ts'

/** Tells users that somebody has asked to remove their second factors, and lets them stop it. */
export default function FactorResetBanner(): ReactNode {
  const text = useFactorText()
  const language = useLanguage()
  const due = useSession()?.factor_reset_due
  const [busy, setBusy] = useState(false)

  async function stop(): Promise<void> {
    setBusy(true)
    const { done } = await runAction(() => call(factorResetEndpoints.stop))
    await refreshSession().catch(() => undefined)
    setBusy(false)
    if (done) showAlert('success', [text('reset_stopped')])
  }

  if (!due) return null
  return (
    <aside className={styles.due} aria-label={text('reset_label')}>
      <p>{text('reset_due', { at: formatDateTime(due, language) })}</p>
      <button type="button" className="button" disabled={busy} onClick={() => void stop()}>
        {text('reset_stop')}
      </button>
    </aside>
  )
}
