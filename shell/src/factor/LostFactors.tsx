import { call } from '@adsite/api-client'
import { factorResetEndpoints, factorResetHours } from '@adsite/contract'
import { formatDateTime, useLanguage } from '@adsite/i18n'
import { useState, type ReactNode } from 'react'
import { runAction } from '../alert/run-action.ts'
import { BusyButton } from '../element/BusyButton.tsx'
import { useComingFocus } from '../form/use-step-focus.ts'
import styles from './factor.module.css'
import { useFactorText } from './texts.ts'

/** Asks for the reset of second factors that are lost; `due` is when one that was asked for takes effect. */
export function LostFactors({ due }: { due: string | null }): ReactNode {
  const text = useFactorText()
  const language = useLanguage()
  const [asked, setAsked] = useState(due)
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const asking = useComingFocus(!open)
  const answer = useComingFocus<HTMLOutputElement>(asked === null)

  async function ask(): Promise<void> {
    setBusy(true)
    const outcome = await runAction(() => call(factorResetEndpoints.ask))
    setBusy(false)
    if (outcome.done) setAsked(outcome.value.data.due_at)
  }

  if (asked !== null)
    return (
      <output ref={answer} className={styles.help} tabIndex={-1}>
        {text('lost_asked', { at: formatDateTime(asked, language) })}
      </output>
    )
  if (!open)
    return (
      <button type="button" className={styles.other} onClick={() => setOpen(true)}>
        {text('lost')}
      </button>
    )
  return (
    <div className={styles.lost}>
      <p className={styles.help}>{text('lost_help', { hours: factorResetHours })}</p>
      <BusyButton ref={asking} className={styles.quiet} busy={busy} onClick={() => void ask()}>
        {text('lost_ask')}
      </BusyButton>
    </div>
  )
}
