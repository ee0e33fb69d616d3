import { signOut, useSession } from '@adsite/auth'
import { useState, type ReactNode } from 'react'
import { showAlert } from '../alert/alert-state.ts'
import { trackLoading } from '../alert/loader-state.ts'
import { useShellText } from '../use-shell-text.ts'
import styles from './AuthForm.module.css'

/** Somebody else is signed in here: nothing is accepted in their name; the way on is to sign out. */
export function OtherUserNotice({ invited }: { invited: string }): ReactNode {
  const text = useShellText()
  const session = useSession()
  const [leaving, setLeaving] = useState(false)

  async function leave(): Promise<void> {
    setLeaving(true)
    const confirmed = await trackLoading(signOut())
    if (!confirmed) showAlert('warn', [text('sign_out_unconfirmed')], { autoClose: false })
  }

  if (!session) return null
  return (
    <div className={styles.form}>
      <p className={styles.warning} role="alert">
        {text('invitation_other_user', { name: session.user.name, email: session.user.email, invited })}
      </p>
      <button type="button" className="button" disabled={leaving} onClick={() => void leave()}>
        {text('sign_out')}
      </button>
    </div>
  )
}
