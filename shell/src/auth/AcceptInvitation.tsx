import { call } from '@adsite/api-client'
import { accountsOf, refreshSession, switchAccount, useSession, type SessionAccount } from '@adsite/auth'
import { invitationEndpoints, roleOfCode, type InvitationOffer } from '@adsite/contract'
import { useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { showAlert } from '../alert/alert-state.ts'
import { runAction } from '../alert/run-action.ts'
import { useShellText } from '../base/use-shell-text.ts'
import { BusyButton } from '../element/BusyButton.tsx'
import styles from '../form/AuthForm.module.css'
import { handOver } from './session/hand-over.ts'
import { cushionPath, loginPath } from './session/return-path.ts'
import { isTokenError } from './session/token-error.ts'

interface Props {
  readonly offer: InvitationOffer
  readonly token: string
  /** The invitation does not work any more. */
  readonly onVoid: () => void
}

/**
 * For an address that has a user already: a single button. If signed in, the new account is offered immediately;
 * otherwise the login page follows, which lets signed-in users through.
 */
export function AcceptInvitation({ offer, token, onVoid }: Props): ReactNode {
  const text = useShellText()
  const navigate = useNavigate()
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const [added, setAdded] = useState<SessionAccount | null>(null)

  /** Accepts; false where the invitation has been used, which another window of the user may have done. */
  async function acceptOnce(): Promise<boolean> {
    try {
      await call(invitationEndpoints.accept, { body: { token } })
      return true
    } catch (error) {
      if (isTokenError(error)) return false
      throw error
    }
  }

  async function accept(): Promise<void> {
    setBusy(true)
    const outcome = await runAction(acceptOnce)
    const after = outcome.done && session ? await refreshSession().catch(() => null) : null
    setBusy(false)
    if (!outcome.done) return
    const known = session?.accounts.map(({ account_id }) => account_id) ?? []
    const own = after ? accountsOf(after) : []
    const offered = own.find(({ name, role }) => name === offer.account_name && role === roleOfCode(offer.role))
    const added = own.find(({ accountId }) => !known.includes(accountId)) ?? offered
    if (added) return setAdded(added)
    if (!outcome.value) return onVoid()
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
