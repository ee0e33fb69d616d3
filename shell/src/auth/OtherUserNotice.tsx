import { signOut, useSession } from '@adsite/auth'
import { useState, type ReactNode } from 'react'
import { trackLoading } from '../alert/loader-state.ts'
import { useShellText } from '../base/use-shell-text.ts'
import { BusyButton } from '../element/BusyButton.tsx'
import styles from '../form/AuthForm.module.css'

/** A user other than the link's recipient is signed in: does nothing on their behalf, and offers to sign out. */
export function OtherUserNotice({
  invited,
  message,
}: {
  invited: string
  message: 'invitation_other_user' | 'reset_other_user'
}): ReactNode {
  const text = useShellText()
  const session = useSession()
  const [leaving, setLeaving] = useState(false)

  async function leave(): Promise<void> {
    setLeaving(true)
    await trackLoading(signOut())
  }

  if (!session) return null
  return (
    <div className={styles.form}>
      <p className={styles.warning} role="alert">
        {text(message, { name: session.user.name, email: session.user.email, invited })}
      </p>
      <BusyButton className="button" busy={leaving} onClick={() => void leave()}>
        {text('sign_out')}
      </BusyButton>
    </div>
  )
}
