import { call } from '@adsite/api-client'
import { refreshSession, useSession } from '@adsite/auth'
import { factorResetEndpoints } from '@adsite/contract'
import { formatDateTime, useLanguage } from '@adsite/i18n'
import { useRef, useState, type ReactNode } from 'react'
import { showAlert } from '../alert/alert-state.ts'
import { runAction } from '../alert/run-action.ts'
import { BusyButton } from '../element/BusyButton.tsx'
import styles from './factor.module.css'
import { useFactorText } from './texts.ts'

/** Tells users that somebody has asked to remove their second factors, and lets them stop it. */
export default function FactorResetBanner(): ReactNode {
  const text = useFactorText()
  const language = useLanguage()
  const due = useSession()?.factor_reset_due
  const [busy, setBusy] = useState(false)
  const banner = useRef<HTMLElement>(null)

  async function stop(): Promise<void> {
    setBusy(true)
    const main = banner.current?.closest('main')
    const { done } = await runAction(() => call(factorResetEndpoints.stop))
    await refreshSession().catch(() => undefined)
    setBusy(false)
    if (!done) return
    // The banner is gone, and what follows it may have no control to focus.
    main?.focus()
    showAlert('success', [text('reset_stopped')])
  }

  if (!due) return null
  return (
    <aside ref={banner} className={styles.due} aria-label={text('reset_label')}>
      <p>{text('reset_due', { at: formatDateTime(due, language) })}</p>
      <BusyButton className="button" busy={busy} onClick={() => void stop()}>
        {text('reset_stop')}
      </BusyButton>
    </aside>
  )
}
