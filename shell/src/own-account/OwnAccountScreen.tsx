import { useSession } from '@adsite/auth'
import type { ReactNode } from 'react'
import { ApiKeysPanel } from '../api-key/ApiKeysPanel.tsx'
import { Crumbs } from '../page/Crumbs.tsx'
import { useArrival } from '../page/use-arrival.ts'
import { usePageTitle } from '../page/use-page-title.ts'
import { FactorsPanel } from './FactorsPanel.tsx'
import styles from './own-account.module.css'
import { NoticesPanel } from './NoticesPanel.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'
import { ProfilePanel } from './ProfilePanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'
import { useOwnAccountText } from './texts.ts'
import { PrivatePage } from '../viewing/PrivatePage.tsx'

export const ownAccountPath = '/account'

/** /account: settings of the user, independent of the current account. */
export default function OwnAccountScreen(): ReactNode {
  const text = useOwnAccountText()
  const title = text('title')
  const session = useSession()
  usePageTitle(title)
  useArrival(ownAccountPath)
  if (!session) return null
  if (session.viewing) return <PrivatePage title={title} />
  // A company's provider vouches for the user, who has accounts of another one too: the API refuses what concerns them all.
  const elsewhere = session.accounts_elsewhere === true
  const hasPassword = session.no_password !== true
  return (
    <>
      <Crumbs page={title} />
      <h1>{title}</h1>
      <div className={styles.panels}>
        {elsewhere ? (
          <p className={`${styles.panel} ${styles.whole}`}>{text('elsewhere')}</p>
        ) : (
          <>
            <ProfilePanel user={session.user} />
            <PasswordPanel email={session.user.email} isSet={hasPassword} />
            <FactorsPanel />
            <NoticesPanel />
          </>
        )}
        <ApiKeysPanel />
        {!elsewhere && <SessionsPanel hasPassword={hasPassword} />}
      </div>
    </>
  )
}
