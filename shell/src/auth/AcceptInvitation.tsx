import { call } from '@adsite/api-client'
import { accountsOf, refreshSession, switchAccount, useSession, type SessionAccount } from '@adsite/auth'
import { invitationEndpoints, type InvitationOffer } from '@adsite/contract'
import { useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { showAlert } from '../alert/alert-state.ts'
import { runAction } from '../alert/run-action.ts'
import { useShellText } from '../base/use-shell-text.ts'
import { BusyButton } from '../element/BusyButton.tsx'
import styles from '../form/AuthForm.module.css'
import { handOver } from './session/hand-over.ts'
import { cushionPath, loginPath } from './session/return-path.ts'

/**
 * For an address that has a user already: a single button. If signed in, the new account is offered immediately;
 * otherwise the login page follows, which lets signed-in users through.
 */
export function AcceptInvitation({ offer, token }: { offer: InvitationOffer; token: string }): ReactNode {
  const text = useShellText()
  const navigate = useNavigate()
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const [added, setAdded] = useState<SessionAccount | null>(null)

  async function accept(): Promise<void> {
    setBusy(true)
    const { done } = await runAction(() => call(invitationEndpoints.accept, { body: { token } }))
    const after = done && session ? await refreshSession().catch(() => null) : null
    setBusy(false)
    if (!done) return
    const known = session?.accounts.map(({ account_id }) => account_id) ?? []
    const added = after && accountsOf(after).find(({ accountId }) => !known.includes(accountId))
    if (added) return setAdded(added)
    showAlert('success', [text('invitation_accepted', { account: offer.account_name })])
    await navigate(loginPath('/', false), { replace: true, state: handOver({ email: offer.email }) })
  }

  async function use(account: SessionAccount): Promise<void> {
    setBusy(true)
    const { done } = await runAction(() => switchAccount(account.accountId))
    if (!done) return setBusy(false)
    showAlert('info', [text('account_switched')])
    await navigate(cushionPath('/'), { replace: true })
  }

  if (added) {
    return (
      <div className={styles.form}>
        <output className={styles.success}>{text('invitation_accepted', { account: offer.account_name })}</output>
        <BusyButton className="button" busy={busy} onClick={() => void use(added)}>
          {text('use_account', { account: added.name })}
        </BusyButton>
        <Link to={cushionPath('/')}>{text('home')}</Link>
      </div>
    )
  }
  return (
    <div className={styles.form}>
      <p>{text('invitation_accept_help')}</p>
      <BusyButton className="button" busy={busy} onClick={() => void accept()}>
        {text('invitation_accept')}
      </BusyButton>
    </div>
  )
}
